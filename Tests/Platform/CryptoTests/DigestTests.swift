import Bytes
import Testing

@testable import Crypto

@Suite struct DigestTests {
  /// RFC 6234 §8.5, FIPS 180-4.
  @Test(arguments: [
    (
      "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "da39a3ee5e6b4b0d3255bfef95601890afd80709"
    ),
    (
      "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "a9993e364706816aba3e25717850c26c9cd0d89d"
    ),
  ])
  func digestsKnownTexts(text: String, sha256: String, sha1: String) {
    #expect(Hex.encode(SHA256.digest(Array(text.utf8))) == sha256)
    #expect(Hex.encode(SHA1.digest(Array(text.utf8))) == sha1)
  }

  /// RFC 4231 §4.2, §4.3, §4.7 (a key longer than a block).
  @Test(
    arguments: [
      (
        Array(repeating: 0x0B, count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        Array(repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ] as [([UInt8], String, String)])
  func authenticatesKnownMessages(key: [UInt8], message: String, mac: String) {
    #expect(Hex.encode(HMACSHA256.authenticate(Array(message.utf8), key: key)) == mac)
  }

  @Test(
    arguments: [
      ([], [], true), ([1], [1], true), ([1], [2], false), ([1], [1, 0], false), ([], [0], false),
    ] as [([UInt8], [UInt8], Bool)])
  func comparesInConstantTime(left: [UInt8], right: [UInt8], equal: Bool) {
    #expect(ConstantTime.equal(left, right) == equal)
  }

  @Test func randomBytesAndIdentifiersDiffer() {
    #expect(SecureRandom.bytes(32).count == 32)
    #expect(SecureRandom.bytes(32) != SecureRandom.bytes(32))
    let id = SecureRandom.uuid()
    #expect(id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    #expect(id != SecureRandom.uuid())
  }

  @Test func passwordHashesVerifyOnlyTheirPassword() throws {
    let text = try #require(PasswordHash.make("correct horse", salt: Array(1...16)))
    #expect(text.hasPrefix("$scrypt$ln=15,r=8,p=1$AQIDBAUGBwgJCgsMDQ4PEA$"))
    #expect(PasswordHash.verify("correct horse", against: text))
    #expect(!PasswordHash.verify("correct horsf", against: text))
    #expect(!PasswordHash.verify("", against: text))
  }

  @Test(arguments: [
    "", "$", "$scrypt$ln=15,r=8,p=1$AAAA", "$scrypt$ln=99,r=8,p=1$AAAA$AAAA", "$scrypt$ln=15,r=9,p=1$AAAA$AAAA",
    "$scrypt$ln=x,r=8,p=1$AAAA$AAAA", "$argon2$ln=15,r=8,p=1$AAAA$AAAA", "$scrypt$ln=15,r=8,p=1$AAAA$",
    "$scrypt$ln=15,r=8,p=1$A A$AAAA",
  ])
  func noPasswordMatchesAHashOfAnotherForm(text: String) {
    #expect(!PasswordHash.verify("", against: text))
    #expect(!PasswordHash.verify("password", against: text))
  }
}
