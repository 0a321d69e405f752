import Net
import Testing

@Suite struct IPAddressTests {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("2001:DB8::1", "2001:db8::1"), ("2001:db8:0:0:0:0:0:1", "2001:db8::1"),
    // RFC 4291 §2.5.5.2
    ("::ffff:192.0.2.1", "192.0.2.1"), ("::", "::"),
  ])
  func readsAddresses(text: String, canonical: String) {
    #expect(IPAddress(text)?.description == canonical)
  }

  @Test(arguments: [
    "", "unknown", "192.0.2", "192.0.2.256", "192.0.2.01", " 192.0.2.1", "192.0.2.1:80", "[::1]", "fe80::1%eth0", "1",
    "0x7f.1", "::1\u{0}",
  ])
  func rejectsInvalidAddresses(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.0.0.0/8", "::ffff:10.1.1.1", true),
    ("10.0.0.5", "10.0.0.5", true), ("10.0.0.5", "10.0.0.4", false), ("0.0.0.0/0", "8.8.8.8", true),
    ("0.0.0.0/0", "::1", false), ("192.0.2.128/25", "192.0.2.129", true), ("192.0.2.128/25", "192.0.2.127", false),
    ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false), ("::1", "::1", true),
    ("::/0", "10.0.0.1", false), ("10.1.2.3/8", "10.9.9.9", true),
  ])
  func knowsItsAddresses(network: String, address: String, isInside: Bool) throws {
    #expect(try #require(IPNetwork(network)).contains(try #require(IPAddress(address))) == isInside)
  }

  @Test(arguments: [
    "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "::/129", "localhost",
    "10.0.0.0/255.0.0.0", "::ffff:10.0.0.0/104", "10.0.0.0/ 8", "10.0.0.0/99999999999999999999",
  ])
  func rejectsInvalidNetworks(text: String) {
    #expect(IPNetwork(text) == nil)
  }
}
