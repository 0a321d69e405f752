import Bytes
import Foundation
import Testing

/// Names and passwords in databases were normalized by Foundation: every result must be the same, scalar by scalar.
@Suite struct UnicodeTextTests {
  private static let scalars = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init)

  private static func agrees(_ text: String) -> Bool {
    text.nfc.utf8.elementsEqual(text.precomposedStringWithCanonicalMapping.utf8)
      && text.nfkc.utf8.elementsEqual(text.precomposedStringWithCompatibilityMapping.utf8)
      && text.trimmingWhitespace().utf8.elementsEqual(text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
  }

  @Test func agreesWithFoundationOnEveryScalar() {
    let differences = Self.scalars.filter { !Self.agrees(String($0)) }
    #expect(differences.isEmpty, "\(differences.prefix(20).map { String($0.value, radix: 16) })")
  }

  /// Marks reorder and compose across scalars. Hangul, spacing marks (U+00B4) and scalars beyond U+FFFF are left out:
  /// there Foundation breaks UAX #15, as the next test shows.
  @Test func agreesWithFoundationOnRandomTexts() {
    var generator = SeededGenerator(state: 1)
    let marks = (UInt32(0x300)...0x36F).compactMap(Unicode.Scalar.init)
    let isHangul = { (scalar: Unicode.Scalar) in scalar.value >= 0x1100 && scalar.value < 0x1200 }
    let mapped = Self.scalars.prefix(0xF000).filter { scalar in
      let nfkc = String(scalar).nfkc.decomposedStringWithCanonicalMapping
      let isSpacingMark = nfkc.unicodeScalars.first == " " && nfkc.unicodeScalars.count > 1
      return nfkc != String(scalar) && !isSpacingMark && !nfkc.unicodeScalars.contains(where: isHangul)
    }
    let letters = Array("aeoAE \u{AC00}\u{D55C}\u{E9}\u{1EC7}\u{3C9}".unicodeScalars)
    for _ in 0..<20_000 {
      var view = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let pool = [marks, mapped, letters].randomElement(using: &generator) ?? letters
        if let scalar = pool.randomElement(using: &generator) { view.append(scalar) }
      }
      let text = String(view)
      #expect(Self.agrees(text), "\(text.unicodeScalars.map { String($0.value, radix: 16) })")
    }
  }

  /// UAX #15: jamo compose with a syllable before them, whatever it was mapped from, and marks are reordered with those
  /// of a compatibility mapping.
  @Test(arguments: [
    ("\u{3273}\u{11A8}", "\u{BC15}"), ("\u{326C}\u{1161}", "\u{D30C}"), ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"),
    ("\u{FF21}\u{308}", "\u{C4}"), ("\u{FB01}", "fi"), ("\u{A8}", " \u{308}"),
    ("\u{385}\u{356}", " \u{356}\u{308}\u{301}"), ("\u{1FDF}\u{31E}", " \u{31E}\u{314}\u{342}"),
    ("\u{B4}\u{334}", " \u{334}\u{301}"), ("\u{2DD}\u{32E}\u{323}\u{351}", " \u{32E}\u{323}\u{30B}\u{351}"),
  ])
  func composesResultsOfCompatibilityMappings(text: String, nfkc: String) {
    #expect(text.nfkc.unicodeScalars.elementsEqual(nfkc.unicodeScalars))
  }

  /// SplitMix64.
  private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }
}
