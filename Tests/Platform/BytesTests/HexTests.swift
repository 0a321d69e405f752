import Bytes
import Testing

@Suite struct HexTests {
  @Test func writesUUIDs() { #expect(Hex.uuid(0..<16) == "00010203-0405-0607-0809-0a0b0c0d0e0f") }

  @Test func encodesTwoLowerCaseDigitsPerByte() {
    #expect(Hex.encode([]) == "")
    #expect(Hex.encode([0x00, 0x0F, 0xA0, 0xFF]) == "000fa0ff")
  }

  @Test func decodesEitherCase() {
    #expect(Hex.decode("") == [])
    #expect(Hex.decode("000fA0Ff") == [0x00, 0x0F, 0xA0, 0xFF])
  }

  @Test(arguments: ["0", "000", "0g", "g0", " 00", "00 ", "0x", "+1", "-1", "00\n", "\u{FF10}0", "a\u{301}", "0\0"])
  func rejectsInvalidInput(_ text: String) {
    #expect(Hex.decode(text) == nil)
  }

  @Test func decodesEveryEncodedByte() {
    let bytes = Array(UInt8.min...UInt8.max)
    #expect(Hex.decode(Hex.encode(bytes)) == bytes)
    #expect(Hex.decode(Hex.encode(bytes).uppercased()) == bytes)
  }
}
