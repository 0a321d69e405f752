import COpenSSL

/// One side of a TLS connection without a socket: encrypted bytes in and plain bytes out, and vice versa.
///
/// Call `takeOutput(into:)` after `start()`, `receive(_:_:)` and `close()` for the bytes to send. The session keeps no plain bytes,
/// and of the received ones only an incomplete record (about 16 KiB).
///
/// Not `Sendable`: one connection, one thread at a time.
@safe package final class TLSSession {
  /// The state of a session.
  package enum Phase: Sendable, Equatable {
    /// The handshake is not complete.
    case handshaking
    /// Application data may flow.
    case open
    /// The peer has finished sending (`close_notify`); it may still receive.
    case peerFinished
    /// The session failed; only its alert may be sent.
    case failed
  }

  /// The current state.
  package private(set) var phase = Phase.handshaking

  private let session: OpaquePointer
  /// Memory BIOs, owned by `session`. A BIO never shrinks.
  private var incoming: OpaquePointer
  private var outgoing: OpaquePointer
  /// Whether a BIO has grown so much that it is replaced when it is empty.
  private var hasLargeInput = false
  private var hasLargeOutput = false
  private var hasSentCloseNotify = false

  /// - Parameters:
  ///   - protocols: the protocols that a client offers (RFC 7301), such as `http/1.1`; ignored by a server.
  ///   - host: the name or numeric address whose certificate a client expects, if its context verifies certificates.
  /// - Throws: `TLSError` without memory.
  package init(_ context: TLSContext, protocols: [String] = [], host: String? = nil) throws(TLSError) {
    guard let session = unsafe SSL_new(context.context) else { throw TLSError.taken() }
    guard let incoming = unsafe BIO_new(BIO_s_mem()), let outgoing = unsafe BIO_new(BIO_s_mem()) else {
      unsafe SSL_free(session)
      throw TLSError.taken()
    }
    unsafe SSL_set_bio(session, incoming, outgoing)
    unsafe self.session = unsafe session
    unsafe self.incoming = unsafe incoming
    unsafe self.outgoing = unsafe outgoing
    if context.isServer {
      unsafe SSL_set_accept_state(session)
    } else {
      unsafe SSL_set_connect_state(session)
      if let host, unsafe hearth_tls_expect_host(session, host) != 1 { throw TLSError.taken() }
      let offer = protocols.flatMap { [UInt8(clamping: $0.utf8.count)] + Array($0.utf8) }
      if !offer.isEmpty { unsafe SSL_set_alpn_protos(session, offer, UInt32(clamping: offer.count)) }
    }
  }

  deinit { unsafe SSL_free(session) }

  /// Produces the first message of a client; has no effect for a server.
  package func start() throws(TLSError) { try performHandshake() }

  /// Decrypts received bytes, and passes the plain bytes of complete records to `deliver`, at most 16 KiB at a time. Bytes after the
  /// peer's `close_notify` are ignored.
  ///
  /// - Returns: the number of delivered bytes.
  /// - Throws: `TLSError`; the output then contains the alert for the peer, if there is one.
  package func receive(
    _ bytes: UnsafeRawBufferPointer, _ deliver: (UnsafeRawBufferPointer) -> Void
  ) throws(TLSError) -> Int {
    guard phase != .failed else { throw .over }
    guard phase != .peerFinished, bytes.count > 0 else { return 0 }
    guard unsafe BIO_write(incoming, bytes.baseAddress, Int32(clamping: bytes.count)) == bytes.count else {
      phase = .failed
      throw TLSError.taken()
    }
    if phase == .handshaking { try performHandshake() }
    hasLargeInput = hasLargeInput || bytes.count > Self.largeBytes
    defer { shrinkInput() }
    return phase == .open ? try unsafe open(deliver) : 0
  }

  private static let largeBytes = 2048

  private func shrinkInput() {
    guard hasLargeInput, phase == .open, unsafe BIO_ctrl_pending(incoming) == 0,
      let fresh = unsafe BIO_new(BIO_s_mem())
    else { return }
    hasLargeInput = false
    unsafe SSL_set0_rbio(session, fresh)
    unsafe incoming = unsafe fresh
  }

  private func shrinkOutput() {
    guard hasLargeOutput, phase == .open, pendingOutput == 0, let fresh = unsafe BIO_new(BIO_s_mem()) else { return }
    hasLargeOutput = false
    unsafe SSL_set0_wbio(session, fresh)
    unsafe outgoing = unsafe fresh
  }

  /// Encrypts `bytes` into records of at most 16 KiB. Only after the handshake.
  package func seal(_ bytes: [UInt8], into output: inout [UInt8]) throws(TLSError) {
    guard phase == .open || phase == .peerFinished, !hasSentCloseNotify else { throw .over }
    var start = 0
    // Taken record by record, so that the BIO stays small.
    while start < bytes.count {
      let count = min(16384, bytes.count - start)
      ERR_clear_error()
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe SSL_write(session, buffer.baseAddress.map { unsafe $0 + start }, Int32(clamping: count))
      }
      guard written == count else {
        phase = .failed
        throw TLSError.taken()
      }
      takeOutput(into: &output)
      start += count
    }
  }

  /// Finishes sending with a `close_notify` alert (RFC 8446 §6.1). A second call, or one during the handshake, has no effect.
  package func close() {
    guard phase == .open || phase == .peerFinished, !hasSentCloseNotify else { return }
    hasSentCloseNotify = true
    ERR_clear_error()
    unsafe SSL_shutdown(session)
    ERR_clear_error()
  }

  /// Appends the bytes to send to `output`.
  package func takeOutput(into output: inout [UInt8]) {
    let count = pendingOutput
    guard count > 0 else { return }
    unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
      let taken = unsafe BIO_read(outgoing, buffer.baseAddress, Int32(clamping: count))
      unsafe output.append(contentsOf: buffer[..<max(0, Int(taken))])
    }
    hasLargeOutput = hasLargeOutput || count > Self.largeBytes
    shrinkOutput()
  }

  /// The number of bytes that wait to be sent.
  package var pendingOutput: Int { unsafe BIO_ctrl_pending(outgoing) }

  /// Whether bytes wait to be sent.
  package var hasOutput: Bool { pendingOutput > 0 }

  /// The version, `TLSv1.2` or `TLSv1.3`, after the handshake.
  package var version: String { unsafe String(cString: SSL_get_version(session)) }

  /// The negotiated protocol (RFC 7301); nil if the client offered none.
  package var applicationProtocol: String? {
    var start: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    unsafe SSL_get0_alpn_selected(session, &start, &count)
    guard let start = unsafe start, count > 0 else { return nil }
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
  }

  private func performHandshake() throws(TLSError) {
    ERR_clear_error()
    let code = unsafe SSL_do_handshake(session)
    if code == 1 { phase = .open } else { try check(code) }
  }

  private func open(_ deliver: (UnsafeRawBufferPointer) -> Void) throws(TLSError) -> Int {
    var total = 0
    let last = unsafe withUnsafeTemporaryAllocation(byteCount: 16384, alignment: 16) { buffer in
      while true {
        ERR_clear_error()
        let count = unsafe SSL_read(session, buffer.baseAddress, Int32(clamping: buffer.count))
        guard count > 0 else { return count }
        total += Int(count)
        unsafe deliver(UnsafeRawBufferPointer(rebasing: buffer[..<Int(count)]))
      }
    }
    try check(last)
    return total
  }

  /// Handles the result of an OpenSSL call. - Throws: unless it only means that bytes are missing.
  private func check(_ code: Int32) throws(TLSError) {
    switch unsafe SSL_get_error(session, code) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return
    case SSL_ERROR_ZERO_RETURN: phase = .peerFinished
    default:
      phase = .failed
      throw TLSError.taken()
    }
  }
}
