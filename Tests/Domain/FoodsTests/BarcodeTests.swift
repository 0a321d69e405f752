import Testing

@testable import Foods

@Suite struct BarcodeTests {
  @Test(arguments: [
    ("009800895007", ["gtin:9800895007"]), ("0009800895007", ["gtin:9800895007"]),
    ("00009800895007", ["gtin:9800895007"]), ("4006381333931", ["gtin:4006381333931"]),
    ("4-006381-333931", ["gtin:4006381333931"]), ("73513537", ["gtin:73513537"]),
  ])
  func readsGTINsWithoutZerosAtTheStart(_ text: String, _ identities: [String]) {
    #expect(Barcode(text)?.identities == identities)
  }

  /// GS1 General Specifications, section 5.2.2.
  @Test(arguments: [
    ("04252614", "gtin:42100005264"), ("01234505", "gtin:12000003455"), ("01234531", "gtin:12300000451"),
    ("01234543", "gtin:12340000053"), ("01234565", "gtin:12345000065"),
  ])
  func expandsUPCE(_ text: String, _ identity: String) {
    #expect(Barcode(text)?.identities.last == identity)
  }

  @Test(arguments: [
    "", "0", "12345", "009800895008", "400638133393", "40063813339310", "4006381333932", "abcdefgh", "00000000",
    "400638133393x", "\u{0664}006381333931", String(repeating: "0", count: 5000),
  ])
  func refusesOtherTexts(_ text: String) { #expect(Barcode(text) == nil) }
}
