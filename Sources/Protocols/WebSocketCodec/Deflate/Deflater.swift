import CZlib

/// A compressor of the messages sent on one connection (RFC 7692 §7.2.1).
///
/// It takes 34 KiB: its window is at most 4 KiB, because a window smaller than negotiated is always allowed. It may be dropped
/// between messages: the next message then refers to no earlier one.
///
/// `@unchecked Sendable`: it belongs to one encoder, a value owned by one connection.
@safe final class Deflater: @unchecked Sendable {
  private let stream: UnsafeMutablePointer<z_stream>
  private let keepsContext: Bool
  /// The fastest level: messages are short, and CPU time matters more than size.
  private static let level: Int32 = 1
  private static let maxWindowBits = 12

  /// - Parameters:
  ///   - keepsContext: whether a message may refer to earlier ones.
  ///   - windowBits: 9 to 15.
  /// - Returns: nil without memory.
  init?(keepsContext: Bool, windowBits: Int) {
    self.keepsContext = keepsContext
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let bits = Int32(clamping: min(Self.maxWindowBits, windowBits))
    guard unsafe hearth_deflate_init(stream, Self.level, bits) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Returns the payload of a compressed message, without the tail that receivers append.
  func deflate(_ message: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(message.count / 2 + 64)
    unsafe message.withUnsafeBufferPointer { input in
      unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      unsafe stream.pointee.avail_in = UInt32(clamping: input.count)
      unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16384) { output in
        repeat {
          unsafe stream.pointee.next_out = output.baseAddress
          unsafe stream.pointee.avail_out = UInt32(output.count)
          _ = unsafe CZlib.deflate(stream, Z_SYNC_FLUSH)
          let made = output.count - Int(unsafe stream.pointee.avail_out)
          unsafe result.append(contentsOf: output[..<made])
        } while unsafe stream.pointee.avail_out == 0
      }
    }
    if !keepsContext { unsafe deflateReset(stream) }
    // The empty block of the flush ends with 00 00 FF FF.
    if result.suffix(4) == [0x00, 0x00, 0xFF, 0xFF] { result.removeLast(4) }
    return result
  }
}
