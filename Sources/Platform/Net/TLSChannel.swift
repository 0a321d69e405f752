import CLinux
import Glibc
import TLS

/// The TLS layer between a connection's socket and its readers and writers.
///
/// Plain output waits in the connection's queue, under its bound. At most 64 KiB of it is encrypted at a time, after the kernel
/// has accepted what was encrypted before. Not `Sendable`: it belongs to one connection.
final class TLSChannel {
  /// The error that ended the session.
  private(set) var failure: TLSError?

  private let session: TLSSession
  /// Plain bytes that arrived with the end of the handshake, before the first read of the application.
  private var buffered: [UInt8] = []
  /// True if further input is dropped: the handshake failed, and the peer is given time to read the alert.
  private var discardsInput = false
  private var sealed: [UInt8] = []
  private var sealedOffset = 0
  /// The number of plain bytes that `sealed` encrypts.
  private var sealedPlain = 0

  private static let maxSealedAtOnce = 64 << 10
  /// The bound of output that TLS itself produces for a peer that does not read (RFC 8446 §4.6.3 and refused renegotiations).
  private static let maxProtocolBytes = 64 << 10

  init(_ session: TLSSession) { self.session = session }

  var isHandshaking: Bool { session.phase == .handshaking }

  var hasFailed: Bool { session.phase == .failed }

  /// Whether encrypted bytes or an alert wait for the kernel.
  var hasUnsent: Bool { !sealed.isEmpty || session.hasOutput }

  /// Keeps plain bytes for the next read.
  func buffer(_ bytes: [UInt8]) { buffered += bytes }

  /// Delivers what a reader gets without a read of the socket; nil if the socket must be read.
  func takeBuffered(_ consume: (UnsafeRawBufferPointer) -> Void) -> ByteConnection.ReadOutcome? {
    if !buffered.isEmpty {
      let bytes = buffered
      buffered = []
      unsafe bytes.withUnsafeBytes { unsafe consume($0) }
      return .bytes(bytes.count)
    }
    if discardsInput { return nil }
    return session.phase == .peerFinished || session.phase == .failed ? .end : nil
  }

  /// Decrypts bytes of the socket.
  /// - Returns: nil if the connection must be closed.
  func received(
    _ bytes: UnsafeRawBufferPointer, _ consume: (UnsafeRawBufferPointer) -> Void
  ) -> ByteConnection.ReadOutcome? {
    if discardsInput { return .bytes(bytes.count) }
    do throws(TLSError) {
      let count = try unsafe session.receive(bytes, consume)
      guard session.pendingOutput <= Self.maxProtocolBytes else { return nil }
      // Also without plain bytes the reader returns, so that it checks its deadline.
      return count == 0 && session.phase == .peerFinished ? .end : .bytes(count)
    } catch {
      failure = error
      return .end
    }
  }

  /// Drops further input. - Parameter response: plain bytes for a peer that does not use TLS; empty for others.
  func refuse(sending response: [UInt8]) {
    sealed += response
    discardsInput = true
  }

  /// Makes one `send` of encrypted bytes; encrypts the next part of `output` if there are none.
  ///
  /// - Returns: the number of plain bytes that the kernel has accepted since the last call; -1 with `errno`.
  func send(_ output: OutputQueue, to descriptor: Int32) -> Int {
    if sealed.isEmpty, !seal(output) {
      errno = EPIPE
      return -1
    }
    guard !sealed.isEmpty else { return 0 }
    let count = unsafe sealed.withUnsafeBytes { bytes in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sealedOffset...])
      return unsafe hearth_send(descriptor, rest.baseAddress, rest.count)
    }
    guard count >= 0 else { return -1 }
    sealedOffset += count
    guard sealedOffset == sealed.count else { return 0 }
    // The memory is freed, because most connections are idle most of the time.
    sealed = []
    sealedOffset = 0
    defer { sealedPlain = 0 }
    return sealedPlain
  }

  /// Queues a `close_notify` alert, unless a record is partly sent.
  func sendCloseNotify() {
    if sealed.isEmpty { session.close() }
  }

  /// Encrypts the next part of `output`, after the session's own alerts and handshake messages.
  private func seal(_ output: OutputQueue) -> Bool {
    session.takeOutput(into: &sealed)
    let plain = output.prefix(Self.maxSealedAtOnce)
    guard !plain.isEmpty else { return true }
    do throws(TLSError) {
      try session.seal(plain, into: &sealed)
      sealedPlain = plain.count
      return true
    } catch {
      return false
    }
  }
}
