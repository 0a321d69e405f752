import COpenSSL

/// Why a TLS connection is over.
package enum TLSError: Error, Sendable, Equatable {
  /// The peer speaks HTTP without TLS.
  case plainHTTP
  /// The peer broke a rule, speaks no TLS, or has nothing in common with us; OpenSSL's code and words.
  case refused(code: UInt, reason: String)
  /// It failed before; nothing is read or written any more.
  case over

  /// The oldest error of this thread's OpenSSL queue, which is empty afterwards.
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

/// Why a certificate and its key cannot be used.
package enum TLSIdentityError: Error, Sendable, Equatable {
  /// The certificate's text holds no PEM certificate.
  case noCertificate
  /// A certificate behind the first is damaged.
  case damagedChain
  /// The key's text holds no PEM private key.
  case noKey
  /// The key needs a password, and nobody is there to type it.
  case encryptedKey
  /// The key is not that of the (first) certificate.
  case keyOfAnotherCertificate
  /// OpenSSL takes the certificate for too weak, or cannot use it; its words.
  case refused(reason: String)

  /// Whether the fault is in the key's file rather than in the certificate's.
  package var isAboutKey: Bool {
    switch self {
    case .noKey, .encryptedKey, .keyOfAnotherCertificate: true
    case .noCertificate, .damagedChain, .refused: false
    }
  }
}

extension TLSIdentityError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noCertificate: "it holds no certificate in PEM form"
    case .damagedChain: "one of the certificates behind the first is damaged"
    case .noKey: "it holds no private key in PEM form"
    case .encryptedKey: "the key is encrypted; store it without a password, readable by its owner alone"
    case .keyOfAnotherCertificate: "the key does not match the certificate"
    case .refused(let reason): "OpenSSL refuses it: \(reason)"
    }
  }
}
