import CZlib

/// Decompresses the messages of one connection (RFC 7692 §7.2.2), a piece at a time and never past a bound.
///
/// It holds the peer's window, 2 to the power of `windowBits` bytes, and 10 KiB more while it works; `releaseIdleMemory(forgetsWindow:)` gives those
/// back between messages. `@unchecked Sendable`: it belongs to one decoder, which is a value that one connection owns.
@safe final class Inflater: @unchecked Sendable {
  /// Bytes unpacked so far, kept or not.
  private(set) var unpackedBytes = 0
  private let windowBits: Int32
  /// Nil while it rests.
  private var stream: UnsafeMutablePointer<z_stream>?
  /// What the next message may refer to, kept while it rests.
  private var window: [UInt8] = []

  /// - Parameter windowBits: how far the peer looks back, as a power of two, 8 to 15. A peer that says 8 may use 9: zlib
  ///   has no smaller one.
  init(windowBits: Int) {
    self.windowBits = Int32(clamping: max(9, windowBits))
  }

  deinit { end() }

  /// Adds what `bytes` unpack to.
  /// - Throws: `messageTooBig` before more than one byte past `limit` is unpacked; `invalidDeflate`.
  func inflate(_ bytes: UnsafeRawBufferPointer, into message: inout [UInt8], limit: Int) throws(WebSocketError) {
    let stream = try unsafe awake()
    // zlib does not write to its input; C has lost the const.
    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
    unsafe stream.pointee.avail_in = UInt32(clamping: bytes.count)
    while try unsafe inflatePiece(stream, into: &message, limit: limit) {}
  }

  /// Adds the tail that senders leave out, and ends the message.
  /// - Throws: `invalidDeflate` where the message stops in the middle of a block; as `inflate`.
  func finish(into message: inout [UInt8], limit: Int) throws(WebSocketError) {
    var failure: WebSocketError?
    unsafe ([0x00, 0x00, 0xFF, 0xFF] as [UInt8]).withUnsafeBytes { tail in
      do throws(WebSocketError) {
        try unsafe inflate(tail, into: &message, limit: limit)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    // 128: at the border of two blocks; bits below 64 would be bits left over.
    guard let stream = unsafe stream, unsafe stream.pointee.data_type == 128 else { throw .invalidDeflate }
  }

  /// Gives its working memory back; only what later messages may refer to is kept.
  /// - Parameter forgetsWindow: whether they may refer to nothing.
  func releaseIdleMemory(forgetsWindow: Bool) {
    if forgetsWindow {
      window = []
    } else if let stream = unsafe stream {
      // Only as long as what it holds: most peers have said little.
      window = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << Int(windowBits)) { space in
        var count: UInt32 = 0
        let status = unsafe inflateGetDictionary(stream, space.baseAddress, &count)
        return unsafe Array(space[..<(status == Z_OK ? Int(count) : 0)])
      }
    }
    end()
  }

  private func awake() throws(WebSocketError) -> UnsafeMutablePointer<z_stream> {
    if let stream = unsafe stream { return unsafe stream }
    let fresh = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe fresh.initialize(to: z_stream())
    guard unsafe hearth_inflate_init(fresh, windowBits) == Z_OK else {
      unsafe fresh.deallocate()
      throw .outOfMemory
    }
    unsafe stream = fresh
    if !window.isEmpty {
      guard unsafe inflateSetDictionary(fresh, window, UInt32(window.count)) == Z_OK else { throw .outOfMemory }
      window = []
    }
    return unsafe fresh
  }

  private func end() {
    guard let old = unsafe stream else { return }
    unsafe inflateEnd(old)
    unsafe old.deallocate()
    unsafe stream = nil
  }

  /// Unpacks up to 16 KiB. - Returns: whether there may be more.
  private func inflatePiece(
    _ stream: UnsafeMutablePointer<z_stream>, into message: inout [UInt8], limit: Int
  ) throws(WebSocketError) -> Bool {
    let left = limit - message.count
    // One byte more than may come shows that there is more.
    let room = left < 16384 ? max(0, left) + 1 : 16384
    let (made, status) = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { space in
      unsafe stream.pointee.next_out = space.baseAddress
      unsafe stream.pointee.avail_out = UInt32(clamping: room)
      let status = unsafe CZlib.inflate(stream, Z_SYNC_FLUSH)
      let made = unsafe room - Int(stream.pointee.avail_out)
      if made <= left { unsafe message.append(contentsOf: space[..<made]) }
      return (made, status)
    }
    unpackedBytes += made
    guard made <= left else { throw .messageTooBig(limit: limit) }
    switch status {
    case Z_OK: break
    case Z_STREAM_END:
      // A last block (RFC 7692 §7.2.3.4): others may follow, and may look back as before.
      guard unsafe inflateResetKeep(stream) == Z_OK else { throw .invalidDeflate }
    case Z_BUF_ERROR: return false
    case Z_MEM_ERROR: throw .outOfMemory
    default: throw .invalidDeflate
    }
    return unsafe stream.pointee.avail_in > 0 || made == room
  }
}
