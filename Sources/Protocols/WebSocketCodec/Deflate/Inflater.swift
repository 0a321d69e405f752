import CZlib

/// A decompressor of one connection's messages (RFC 7692 §7.2.2). It works in pieces and never exceeds a limit.
///
/// It holds the peer's window of 2^`windowBits` bytes and 10 KiB of working memory, which `releaseIdleMemory(forgetsWindow:)` frees
/// between messages. `@unchecked Sendable`: it belongs to one decoder, a value owned by one connection.
@safe final class Inflater: @unchecked Sendable {
  /// The number of bytes decompressed so far, including refused ones.
  private(set) var unpackedBytes = 0
  private let windowBits: Int32
  /// nil while the working memory is released.
  private var stream: UnsafeMutablePointer<z_stream>?
  /// The window to which the next message may refer, kept while `stream` is nil.
  private var window: [UInt8] = []

  /// - Parameter windowBits: the base-2 logarithm of the peer's window, 8 to 15. 8 is treated as 9, zlib's smallest window.
  init(windowBits: Int) {
    self.windowBits = Int32(clamping: max(9, windowBits))
  }

  deinit { end() }

  /// Decompresses `bytes` and appends the result to `message`.
  /// - Throws: `messageTooBig` before more than one byte past `limit` is decompressed; `invalidDeflate`, `outOfMemory`.
  func inflate(_ bytes: ArraySlice<UInt8>, into message: inout [UInt8], limit: Int) throws(WebSocketError) {
    var failure: WebSocketError?
    unsafe bytes.withUnsafeBytes { bytes in
      do throws(WebSocketError) {
        try unsafe inflate(bytes, into: &message, limit: limit)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private func inflate(
    _ bytes: UnsafeRawBufferPointer, into message: inout [UInt8], limit: Int
  ) throws(WebSocketError) {
    let stream = try unsafe activeStream()
    // zlib does not write to its input, although the pointer is not const.
    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
    unsafe stream.pointee.avail_in = UInt32(clamping: bytes.count)
    while try unsafe inflatePiece(stream, into: &message, limit: limit) {}
  }

  /// Appends the tail that senders omit (§7.2.2), and ends the message.
  /// - Throws: as `inflate`; `invalidDeflate` also if the message ends within a block.
  func finish(into message: inout [UInt8], limit: Int) throws(WebSocketError) {
    try inflate([0x00, 0x00, 0xFF, 0xFF], into: &message, limit: limit)
    // 128: at the boundary of two blocks; the bits below 64 count unused input bits.
    guard let stream = unsafe stream, unsafe stream.pointee.data_type == 128 else { throw .invalidDeflate }
  }

  /// Frees the working memory; the window is kept for later messages.
  /// - Parameter forgetsWindow: whether to free the window too, because later messages do not refer to it.
  func releaseIdleMemory(forgetsWindow: Bool) {
    if forgetsWindow {
      window = []
    } else if let stream = unsafe stream {
      // Only the used part: most peers have sent less than a window.
      window = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1 << Int(windowBits)) { space in
        var count: UInt32 = 0
        let status = unsafe inflateGetDictionary(stream, space.baseAddress, &count)
        return unsafe Array(space[..<(status == Z_OK ? Int(count) : 0)])
      }
    }
    end()
  }

  private func activeStream() throws(WebSocketError) -> UnsafeMutablePointer<z_stream> {
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

  /// Decompresses up to 16 KiB. - Returns: whether there may be more.
  private func inflatePiece(
    _ stream: UnsafeMutablePointer<z_stream>, into message: inout [UInt8], limit: Int
  ) throws(WebSocketError) -> Bool {
    let left = limit - message.count
    // One byte more than allowed reveals a message over the limit.
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
      // After a block with BFINAL further blocks may follow and refer to the window (RFC 7692 §7.2.3.4).
      guard unsafe inflateResetKeep(stream) == Z_OK else { throw .invalidDeflate }
    case Z_BUF_ERROR: return false
    case Z_MEM_ERROR: throw .outOfMemory
    default: throw .invalidDeflate
    }
    return unsafe stream.pointee.avail_in > 0 || made == room
  }
}
