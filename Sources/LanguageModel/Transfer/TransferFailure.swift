import CCurl

/// What libcurl's codes mean here.
enum TransferFailure {
  /// - Parameters:
  ///   - hasHead: whether the answer had begun.
  ///   - phase: the limit on the time that came next.
  static func error(_ code: CURLcode, hasHead: Bool, phase: LanguageModelError.Phase) -> LanguageModelError {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unreachable(.name)
    case CURLE_OPERATION_TIMEDOUT: .timedOut(phase)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CACERT_BADFILE: .unreachable(.certificate)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
      .unreachable(.tls)
    case CURLE_OUT_OF_MEMORY: .unreachable(.system)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .badResponse(.notHTTP)
    // The answer broke off; without a head there was none, and the connection may just have been an old one.
    default: hasHead ? .brokenStream : .unreachable(.connection)
    }
  }
}
