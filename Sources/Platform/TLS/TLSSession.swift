import COpenSSL

/// One side of one TLS connection, without a socket: bytes of the wire in, plain bytes out, and the other way round.
///
/// What it wants to send waits in `takeOutput()`: after `start()`, `receive(_:_:)`, `seal(_:)` and `close()`. It keeps no
/// plain bytes, and of what was received only the beginning of a record (at most 16 KiB and a little).
///
/// Not `Sendable`: one connection, one thread at a time.
@safe package final class TLSSession {
  /// How far it has come.
  package enum Phase: Sendable, Equatable {
    case handshaking
    case open
    /// The peer has said that it sends nothing more (`close_notify`); it may still listen.
    case peerFinished
    case failed
  }

  package private(set) var phase = Phase.handshaking

  private let session: OpaquePointer
  /// Owned by `session`. Each keeps the memory of the most that it ever held.
  private var incoming: OpaquePointer
  private var outgoing: OpaquePointer
  /// Whether they have held so much that they are replaced when they are empty.
  private var hasLargeInput = false
  private var hasLargeOutput = false
  private var saidGoodbye = false

  /// - Parameter protocols: what a client offers (RFC 7301), such as `http/1.1`; a server ignores it.
  /// - Throws: `TLSError` where there is no memory.
  package init(_ context: TLSContext, protocols: [String] = []) throws(TLSError) {
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
      let offer = protocols.flatMap { [UInt8(clamping: $0.utf8.count)] + Array($0.utf8) }
      if !offer.isEmpty { unsafe SSL_set_alpn_protos(session, offer, UInt32(clamping: offer.count)) }
    }
  }

  deinit { unsafe SSL_free(session) }

  /// Makes a client's first message; a server waits for it and does nothing here.
  package func start() throws(TLSError) { try shakeHands() }

  /// Takes what came over the wire, and gives all plain bytes that are complete by then to `deliver`, in pieces of at
  /// most 16 KiB. What follows the peer's `close_notify` is ignored.
  ///
  /// - Returns: how many bytes were delivered.
  /// - Throws: `TLSError`; the output then holds the alert that tells the peer, if there is one for it.
  package func receive(
    _ bytes: UnsafeRawBufferPointer, _ deliver: (UnsafeRawBufferPointer) -> Void
  ) throws(TLSError) -> Int {
    guard phase != .failed else { throw .over }
    guard phase != .peerFinished, bytes.count > 0 else { return 0 }
    guard unsafe BIO_write(incoming, bytes.baseAddress, Int32(clamping: bytes.count)) == bytes.count else {
      phase = .failed
      throw TLSError.taken()
    }
    if phase == .handshaking { try shakeHands() }
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

  /// Encrypts `bytes` into records of at most 16 KiB. Only once the handshake is done.
  package func seal(_ bytes: [UInt8], into output: inout [UInt8]) throws(TLSError) {
    guard phase == .open || phase == .peerFinished, !saidGoodbye else { throw .over }
    var start = 0
    // Taken record by record, so that the memory between OpenSSL and us stays small.
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

  /// Says that nothing more will be sent (`close_notify`, RFC 8446 §6.1). Once; nothing during a handshake.
  package func close() {
    guard phase == .open || phase == .peerFinished, !saidGoodbye else { return }
    saidGoodbye = true
    ERR_clear_error()
    unsafe SSL_shutdown(session)
    ERR_clear_error()
  }

  /// Appends what is to be sent.
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

  /// How many bytes `takeOutput(into:)` would give.
  package var pendingOutput: Int { unsafe BIO_ctrl_pending(outgoing) }

  package var hasOutput: Bool { pendingOutput > 0 }

  /// `TLSv1.2` or `TLSv1.3`, once the handshake is done.
  package var version: String { unsafe String(cString: SSL_get_version(session)) }

  /// The protocol that was agreed on (RFC 7301), nil where the client offered none.
  package var applicationProtocol: String? {
    var start: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    unsafe SSL_get0_alpn_selected(session, &start, &count)
    guard let start = unsafe start, count > 0 else { return nil }
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
  }

  private func shakeHands() throws(TLSError) {
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

  /// - Throws: where `code` means more than that bytes are missing.
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
