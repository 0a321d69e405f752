import COpenSSL

/// The shared settings of TLS sessions: versions, ciphers, and a server's certificate with its key.
///
/// TLS 1.2 (RFC 5246) and 1.3 (RFC 8446) only; with 1.2 only ephemeral key exchange and authenticated ciphers (RFC 9325
/// §4.2). No renegotiation, no compression, no early data.
///
/// `@unchecked Sendable`: OpenSSL's `SSL_CTX` is not changed after its creation, and creating sessions is thread-safe.
@safe package final class TLSContext: @unchecked Sendable {
  /// The newest version that a client offers.
  package enum Version: Sendable {
    /// RFC 5246
    case tls12
    /// RFC 8446
    case tls13
  }

  let context: OpaquePointer
  let isServer: Bool

  private init(_ context: OpaquePointer, isServer: Bool) {
    unsafe self.context = unsafe context
    self.isServer = isServer
  }

  deinit { unsafe SSL_CTX_free(context) }

  /// Creates the context of a server. It selects `http/1.1` by ALPN (RFC 7301), and refuses a client that offers only other protocols.
  /// - Parameters:
  ///   - certificate: PEM text with the server's certificate, followed by its chain.
  ///   - key: PEM text with the private key of the first certificate, not encrypted.
  package static func server(certificate: [UInt8], key: [UInt8]) throws(TLSIdentityError) -> TLSContext {
    guard let context = unsafe hearth_tls_server_context() else { throw .refused(reason: takenReason()) }
    let server = unsafe TLSContext(context, isServer: true)
    let code = unsafe hearth_tls_use(
      context, certificate, Int32(clamping: certificate.count), key, Int32(clamping: key.count))
    defer { ERR_clear_error() }
    switch Int(code) {
    case HEARTH_TLS_GOOD: return server
    case HEARTH_TLS_NO_CERTIFICATE: throw .noCertificate
    case HEARTH_TLS_BAD_CHAIN: throw .damagedChain
    case HEARTH_TLS_NO_KEY: throw .noKey
    case HEARTH_TLS_ENCRYPTED_KEY: throw .encryptedKey
    case HEARTH_TLS_OTHER_KEY: throw .keyOfAnotherCertificate
    default: throw .refused(reason: takenReason())
    }
  }

  /// Creates the context of a client that accepts every certificate: for tests and for probes of the own server, which send no
  /// secrets.
  package static func unverifiedClient(upTo version: Version = .tls13) throws(TLSIdentityError) -> TLSContext {
    guard let context = unsafe hearth_tls_client_context(version == .tls12 ? TLS1_2_VERSION : TLS1_3_VERSION) else {
      throw .refused(reason: takenReason())
    }
    return unsafe TLSContext(context, isServer: false)
  }

  /// Creates the context of a client that verifies the server's certificate. Make its sessions with the expected host.
  /// - Parameter authorities: the path of a PEM file with the trusted certificates; nil for those of the system.
  /// - Throws: `TLSIdentityError.refused` if the file cannot be read.
  package static func client(authorities: String?) throws(TLSIdentityError) -> TLSContext {
    guard let context = unsafe hearth_tls_verifying_client_context(authorities) else {
      throw .refused(reason: takenReason())
    }
    return unsafe TLSContext(context, isServer: false)
  }

  private static func takenReason() -> String {
    let reason = TLSError.reason(of: ERR_get_error())
    ERR_clear_error()
    return reason
  }
}
