import CZlib

/// Decompresses the messages of one connection (RFC 7692 §7.2.2), a piece at a time and never past a bound.
///
/// `@unchecked Sendable`: it belongs to one decoder, which is a value that one connection owns.
@safe final class Inflater: @unchecked Sendable {
  private let stream: UnsafeMutablePointer<z_stream>
  private let keepsContext: Bool

  /// - Parameter keepsContext: whether a message may refer to those before it.
  /// - Returns: nil where there is no memory.
  init?(keepsContext: Bool) {
    self.keepsContext = keepsContext
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe hearth_inflate_init(stream) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Adds what `bytes` unpack to. - Throws: `messageTooBig` before more than `limit` bytes are there, `invalidDeflate`.
  func inflate(_ bytes: ArraySlice<UInt8>, into message: inout [UInt8], limit: Int) throws(WebSocketError) {
    var position = bytes.startIndex
    var isFull = true
    while position < bytes.endIndex || isFull {
      let (used, made, status) = step(bytes[position...], into: &message)
      guard message.count <= limit else { throw .messageTooBig(limit: limit) }
      position += used
      isFull = made == Self.step
      switch status {
      case Z_OK: break
      case Z_STREAM_END:
        // A last block (RFC 7692 §7.2.3.4): what follows begins anew.
        unsafe inflateReset(stream)
        isFull = false
      case Z_BUF_ERROR:
        // Nothing to do: all input is used and all output is out.
        return
      default: throw .invalidDeflate
      }
      if used == 0, made == 0 { return }
    }
  }

  /// Adds the tail that senders leave out, and ends the message.
  func finish(into message: inout [UInt8], limit: Int) throws(WebSocketError) {
    try inflate([0x00, 0x00, 0xFF, 0xFF], into: &message, limit: limit)
    if !keepsContext { unsafe inflateReset(stream) }
  }

  private static let step = 16384

  private func step(
    _ bytes: ArraySlice<UInt8>, into message: inout [UInt8]
  ) -> (used: Int, made: Int, status: Int32) {
    unsafe bytes.withUnsafeBufferPointer { input in
      unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.step) { output in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = UInt32(Self.step)
        let status = unsafe CZlib.inflate(stream, Z_SYNC_FLUSH)
        let made = Self.step - Int(unsafe stream.pointee.avail_out)
        unsafe message.append(contentsOf: output[..<made])
        return (min(input.count, Int(UInt32.max)) - Int(unsafe stream.pointee.avail_in), made, status)
      }
    }
  }
}
