import CCurl

/// The mapping of libcurl's error codes.
enum TransferFailure {
  /// - Parameters:
  ///   - hasHead: whether the response head was received.
  ///   - phase: the phase whose time limit was pending.
  static func error(_ code: CURLcode, hasHead: Bool, phase: LanguageModelError.Phase) -> LanguageModelError {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unreachable(.name)
    case CURLE_OPERATION_TIMEDOUT: .timedOut(phase)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CACERT_BADFILE: .unreachable(.certificate)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
      .unreachable(.tls)
    case CURLE_OUT_OF_MEMORY: .unreachable(.system)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .badResponse(.notHTTP)
    // Without a head, the server may have closed a connection that was kept alive.
    default: hasHead ? .brokenStream : .unreachable(.connection)
    }
  }
}
