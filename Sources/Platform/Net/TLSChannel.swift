import CLinux
import Glibc
import TLS

/// What stands between a connection's socket and its readers and writers where TLS is spoken.
///
/// Plain bytes wait in the connection's queue, under its bound, and are encrypted at most 64 KiB at a time, when the
/// kernel has taken what was encrypted before. Not `Sendable`: it belongs to one connection.
final class TLSChannel {
  /// Plain bytes that came together with the end of the handshake, before anybody asked for any.
  var early: [UInt8] = []
  /// Whether what still comes is thrown away: the handshake failed, and the peer is to read why.
  var discards = false
  /// Why it broke.
  var failure: TLSError?
  let session: TLSSession

  private var sealed: [UInt8] = []
  private var sealedOffset = 0
  /// How many plain bytes `sealed` stands for.
  private var sealedPlain = 0

  private static let maxSealedAtOnce = 64 << 10
  /// What a peer that does not read may make us want to say (RFC 8446 §4.6.3 and refused renegotiations).
  private static let maxUnaskedBytes = 64 << 10

  init(_ session: TLSSession) { self.session = session }

  /// Whether something encrypted or an alert waits for the kernel.
  var hasUnsent: Bool { !sealed.isEmpty || session.hasOutput }

  /// What a reader gets without asking the socket; nil where it has to.
  func waiting(_ consume: (UnsafeRawBufferPointer) -> Void) -> ByteConnection.ReadOutcome? {
    if !early.isEmpty {
      let bytes = early
      early = []
      unsafe bytes.withUnsafeBytes { unsafe consume($0) }
      return .bytes(bytes.count)
    }
    if discards { return nil }
    return session.phase == .peerFinished || session.phase == .failed ? .end : nil
  }

  /// Decrypts what the socket gave.
  /// - Returns: nil where the connection must be cut.
  func received(
    _ bytes: UnsafeRawBufferPointer, _ consume: (UnsafeRawBufferPointer) -> Void
  ) throws(TLSError) -> ByteConnection.ReadOutcome? {
    if discards { return .bytes(bytes.count) }
    let count = try unsafe session.receive(bytes, consume)
    guard session.pendingOutput <= Self.maxUnaskedBytes else { return nil }
    // No plain byte yet is no reason to go on without asking: the reader looks at its deadline in between.
    return count == 0 && session.phase == .peerFinished ? .end : .bytes(count)
  }

  /// Puts bytes that are no TLS before all else, for a peer that speaks none.
  func sendPlainly(_ bytes: [UInt8]) { sealed += bytes }

  /// One `send` of what is encrypted, of the connection's `output` where nothing is.
  ///
  /// - Returns: how many plain bytes are with the kernel now that were not before; -1 with `errno` set.
  func send(_ output: [[UInt8]], from offset: Int, to descriptor: Int32) -> Int {
    if sealed.isEmpty, !fill(output, offset) {
      errno = EPIPE
      return -1
    }
    guard !sealed.isEmpty else { return 0 }
    let count = unsafe sealed.withUnsafeBytes { bytes in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sealedOffset...])
      return unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
    }
    guard count >= 0 else { return -1 }
    sealedOffset += count
    guard sealedOffset == sealed.count else { return 0 }
    // Given back, because most connections are idle most of the time.
    sealed = []
    sealedOffset = 0
    defer { sealedPlain = 0 }
    return sealedPlain
  }

  /// Queues `close_notify`, where nothing encrypted is half sent.
  func sendCloseNotify() {
    if sealed.isEmpty { session.close() }
  }

  /// Encrypts the next part of `output`; alerts and answers of the handshake go first.
  private func fill(_ output: [[UInt8]], _ offset: Int) -> Bool {
    session.takeOutput(into: &sealed)
    var gathered: [UInt8] = []
    for (index, bytes) in output.enumerated() {
      let rest = bytes[(index == 0 ? offset : 0)...]
      let room = Self.maxSealedAtOnce - gathered.count
      gathered += rest.prefix(room)
      if rest.count >= room { break }
    }
    guard !gathered.isEmpty else { return true }
    do throws(TLSError) {
      try session.seal(gathered, into: &sealed)
      sealedPlain = gathered.count
      return true
    } catch {
      return false
    }
  }
}
