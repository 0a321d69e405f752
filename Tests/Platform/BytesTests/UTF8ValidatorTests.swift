import Bytes
import TestSupport
import Testing

@Suite struct UTF8ValidatorTests {
  @Test(arguments: [
    "", "plain", "Hello-µ@ßöäüàá-UTF-8!!", "κόσμε", "\u{0}", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}",
    "\u{E000}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "exactly8exactly8é exactly8",
  ])
  func acceptsText(_ text: String) {
    for pieces in Splits.of(Array(text.utf8)) {
      var validator = UTF8Validator()
      for piece in pieces { #expect(accept(piece[...], &validator)) }
      #expect(validator.isComplete)
    }
  }

  /// `fatal` is the index of the first byte that makes the text invalid.
  @Test(
    arguments: [
      ([0x80], 0), ([0xBF], 0), ([0xC0, 0xAF], 0), ([0xC1, 0xBF], 0), ([0xF5, 0x80], 0), ([0xFF], 0), ([0xFE], 0),
      ([0xF8, 0x88, 0x80, 0x80, 0x80], 0),
      // Overlong forms, surrogates and code points past U+10FFFF show in the second byte.
      ([0xE0, 0x80, 0xAF], 1), ([0xE0, 0x9F, 0xBF], 1), ([0xF0, 0x80, 0x80, 0xAF], 1), ([0xF0, 0x8F, 0xBF, 0xBF], 1),
      ([0xED, 0xA0, 0x80], 1), ([0xED, 0xBF, 0xBF], 1), ([0xF4, 0x90, 0x80, 0x80], 1),
      ([0x41, 0xC3, 0x28], 2), ([0xE2, 0x82, 0x28], 2), ([0xE2, 0x28, 0xA1], 1), ([0xF0, 0x90, 0x8D, 0x28], 3),
      ([0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0xFF], 10),
      ([0xC3, 0xA9, 0xA9], 2), ([0xE2, 0x82, 0xAC, 0x80], 3),
    ] as [([UInt8], Int)])
  func failsOnTheVeryByte(_ bytes: [UInt8], fatal: Int) {
    var validator = UTF8Validator()
    for index in 0..<fatal { #expect(accept(bytes[index...index], &validator)) }
    #expect(!accept(bytes[fatal...fatal], &validator))
    var whole = UTF8Validator()
    #expect(!accept(bytes[...], &whole))
    var before = UTF8Validator()
    #expect(accept(bytes[..<fatal], &before))
  }

  @Test(arguments: [[0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0x41, 0xF4]] as [[UInt8]])
  func isIncompleteInsideACharacter(_ bytes: [UInt8]) {
    var validator = UTF8Validator()
    #expect(accept(bytes[...], &validator))
    #expect(!validator.isComplete)
  }

  @Test func agreesWithTheStandardLibraryOnEveryShortSequence() {
    for first in UInt8(0x7E)...0xFF {
      for second in UInt8.min...UInt8.max {
        for tail in [[], [0x7F], [0x80], [0xBF], [0x80, 0x80], [0x80, 0xC0]] as [[UInt8]] {
          let bytes = [first, second] + tail
          var validator = UTF8Validator()
          let isValid = validator.accept(bytes[...]) && validator.isComplete
          #expect(isValid == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
        }
      }
    }
  }

  private func accept(_ bytes: ArraySlice<UInt8>, _ validator: inout UTF8Validator) -> Bool {
    validator.accept(bytes)
  }
}
