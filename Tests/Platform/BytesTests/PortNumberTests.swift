import Testing

@testable import Bytes

@Suite struct PortNumberTests {
  @Test(arguments: [("0", 0), ("80", 80), ("00080", 80), ("65535", 65535)] as [(String, UInt16)])
  func readsDigits(_ text: String, _ port: UInt16) { #expect(PortNumber.parse(text) == port) }

  @Test(arguments: ["", "+80", "-0", " 80", "80a", "65536", "000080", "٨٠"])
  func refusesOtherText(_ text: String) { #expect(PortNumber.parse(text) == nil) }
}
