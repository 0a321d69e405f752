import TestSupport
import Testing

@testable import WebSocketCodec

@Suite struct FrameSkipperTests {
  /// The skipper of a decoder that refused the first frame of `bytes`, after it received all pieces.
  private func skip(_ pieces: [[UInt8]], limit: Int = 10) -> FrameSkipper? {
    var decoder = MessageDecoder(maxMessageBytes: limit)
    var skipper: FrameSkipper?
    var hasFailed = false
    for piece in pieces {
      if hasFailed {
        unsafe piece.withUnsafeBytes { unsafe skipper?.receive($0) }
        continue
      }
      decoder.receive(piece)
      do throws(WebSocketError) {
        while try decoder.next() != nil {}
      } catch {
        hasFailed = true
        skipper = decoder.skipperAfterFailure()
      }
    }
    return skipper
  }

  @Test func findsTheCloseFrameAfterAMessageThatIsTooLarge() {
    let large = Wire.frame(0x82, [UInt8](repeating: 0x88, count: 300))
    let others = Wire.frame(0x89, "ping") + Wire.frame(0x82, [UInt8](repeating: 0x88, count: 70_000))
    for pieces in Splits.of(large + Wire.frame(0x89, "ping") + Wire.frame(0x88, [3, 0xF1])) {
      #expect(skip(pieces)?.isDone == true)
    }
    for pieces in Splits.of(large + Wire.frame(0x80, "x")) { #expect(skip(pieces)?.isDone == false) }
    #expect(skip([large + others, Wire.frame(0x88)])?.isDone == true)
    #expect(skip([large + others])?.isDone == false)
  }

  @Test func skipsTheRestOfInvalidText() {
    let text = Wire.frame(0x81, [0xFF, 0x88, 0x80, 0x88, 0x80])
    for pieces in Splits.of(text + Wire.frame(0x88)) { #expect(skip(pieces)?.isDone == true) }
    for pieces in Splits.of(text) { #expect(skip(pieces)?.isDone == false) }
    // The message fails at its end, within a character.
    for pieces in Splits.of(Wire.frame(0x81, [0xE2, 0x82]) + Wire.frame(0x88)) { #expect(skip(pieces)?.isDone == true) }
  }

  @Test func hasNoEndAfterAnInvalidFrame() {
    #expect(skip([[0x83, 0x80, 0, 0, 0, 0]]) == nil)
    // The bytes after the refused frame are not a frame.
    #expect(skip([Wire.frame(0x82, [UInt8](repeating: 0, count: 300)) + [0xFF, 0xFF]])?.isDone == true)
  }
}
