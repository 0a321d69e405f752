import Bytes
import TestSupport
import Testing

@Suite struct Base64Tests {
  /// RFC 4648 §10.
  @Test(
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func agreesWithTheVectors(_ text: String, _ encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(text.utf8))
    let bare = String(encoded.prefix { $0 != "=" })
    #expect(Base64URL.encode(Array(text.utf8)) == bare)
    #expect(Base64URL.decode(bare) == Array(text.utf8))
  }

  @Test func usesTheTwoAlphabets() {
    #expect(Base64.encode([0xFB, 0xFF, 0xFE]) == "+//+")
    #expect(Base64URL.encode([0xFB, 0xFF, 0xFE]) == "-__-")
    #expect(Base64.decode("-__-") == nil)
    #expect(Base64URL.decode("+//+") == nil)
  }

  @Test(
    arguments: [
      "Z", "Zg", "Zg=", "Zg===", "Z===", "====", "=", "==", "Zm8", "Zm9v=", "Zm9vYg", "Zm9vYg==Zg==", "=Zm9", "Z=m9",
      "Zm=v", "Zg=A", "Zg==\n", "\nZg==", " Zg==", "Zg= =", "Zm9\n", "Zm 9", "Zm9\0", "Zm9\u{E9}", "Zm\u{FF19}v",
      "****",
      // Unused bits that are not zero: a second text for the same bytes (RFC 4648 §3.5).
      "Zh==", "Zi==", "Zv==", "Zm9=", "Zm+=",
    ])
  func refusesAllButTheOneForm(_ text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test(
    arguments: [
      "Z", "Zm9vY", "Zg==", "Zg=", "=", "Zm8=", "Zm9v ", " Zm9v", "Zm9v\n", "Zm\u{0}v", "Zm9.", "Zm9\u{E9}",
      "K\u{212A}",
      "Zh", "Zi", "Zv", "Zm9", "Zm_",
    ])
  func refusesAllButTheOneFormInURLs(_ text: String) {
    #expect(Base64URL.decode(text) == nil)
  }

  @Test func decodingReversesEncoding() {
    var generator = SeededGenerator(seed: 4)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
      #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }
  }

  /// The encoding is canonical; otherwise a token would have several valid forms.
  @Test func acceptsOnlyTheCanonicalText() {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/")
    var seen: [[UInt8]: String] = [:]
    for first in digits {
      for second in digits {
        let text = String([first, second])
        guard let bytes = Base64URL.decode(text) else { continue }
        #expect(seen.updateValue(text, forKey: bytes) == nil)
        #expect(Base64URL.encode(bytes) == text)
      }
    }
    #expect(seen.count == 256)
  }
}
