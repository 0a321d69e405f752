import COpenSSL

/// The error that ended a TLS session.
package enum TLSError: Error, Sendable, Equatable {
  /// The peer uses HTTP without TLS.
  case plainHTTP
  /// The peer violated the protocol, does not use TLS, or supports no common version or cipher; code and reason of OpenSSL.
  case refused(code: UInt, reason: String)
  /// The session failed or was closed before.
  case over

  /// Takes the oldest error of this thread's OpenSSL error queue, and clears the queue.
  static func taken() -> TLSError {
    let code = ERR_get_error()
    ERR_clear_error()
    if ERR_GET_REASON(code) == SSL_R_HTTP_REQUEST { return .plainHTTP }
    return .refused(code: code, reason: reason(of: code))
  }

  static func reason(of code: UInt) -> String {
    guard let text = unsafe ERR_reason_error_string(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}

/// An error of a certificate or its key.
package enum TLSIdentityError: Error, Sendable, Equatable {
  /// The text of the certificate contains no PEM certificate.
  case noCertificate
  /// A certificate after the first is malformed.
  case damagedChain
  /// The text of the key contains no PEM private key.
  case noKey
  /// The key is encrypted; a server cannot ask for its password.
  case encryptedKey
  /// The key does not match the first certificate.
  case keyOfAnotherCertificate
  /// OpenSSL refuses the certificate, for example because it is too weak; its reason.
  case refused(reason: String)

  /// Whether the error is in the file of the key, not in that of the certificate.
  package var isAboutKey: Bool {
    switch self {
    case .noKey, .encryptedKey, .keyOfAnotherCertificate: true
    case .noCertificate, .damagedChain, .refused: false
    }
  }
}

extension TLSIdentityError: CustomStringConvertible {
  /// The error in words, for the operator.
  package var description: String {
    switch self {
    case .noCertificate: "it contains no certificate in PEM format"
    case .damagedChain: "a certificate after the first is malformed"
    case .noKey: "it contains no private key in PEM format"
    case .encryptedKey: "the key is encrypted; store it without a password, readable by its owner only"
    case .keyOfAnotherCertificate: "the key does not match the certificate"
    case .refused(let reason): "OpenSSL refuses it: \(reason)"
    }
  }
}
