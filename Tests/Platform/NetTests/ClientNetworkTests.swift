import Net
import Runtime
import Testing

@Suite struct ClientNetworkTests {
  @Test(arguments: [
    ("2001:db8:0:1::1", "2001:DB8::1:ffff:0:0:2", true), ("2001:db8:0:1::1", "2001:db8:0:2::1", false),
    ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("192.0.2.1", "::ffff:192.0.2.1", true),
    ("fe80::1%eth0", "fe80::1", true), ("unix", "unix", true), ("unix", "192.0.2.1", false),
  ])
  func groupsAddressesOfOneClient(one: String, other: String, isSame: Bool) {
    #expect((ClientNetwork(clientAddress: one) == ClientNetwork(clientAddress: other)) == isSame)
  }

  @Test(arguments: [
    ("2001:DB8:0:1::9", "2001:db8:0:1::/64"), ("::1", "::/64"), ("2001:db8:a0:1:2:3:4:5", "2001:db8:a0:1::/64"),
    ("::ffff:192.0.2.1", "192.0.2.1"), ("unix", "unix"), ("a:b", "a:b"),
  ])
  func isShownAsItsNetwork(address: String, text: String) {
    #expect(ClientNetwork(clientAddress: address).description == text)
  }

  @Test func givesOneFlowToANetworkOfIPv6() {
    let flow = Flow(clientAddress: "2001:db8:0:1::1")
    #expect(flow == Flow(clientAddress: "2001:DB8::1:ffff:0:0:2"))
    // There are fewer flows than clients; not all of these share one.
    let others = (2..<100).map { Flow(clientAddress: "2001:db8:0:\($0)::1") }
    #expect(others.contains { $0 != flow })
    #expect((1..<100).contains { Flow(clientAddress: "192.0.2.\($0)") != Flow(clientAddress: "192.0.2.100") })
    #expect(Flow(clientAddress: "192.0.2.1") == Flow(clientAddress: "192.0.2.1"))
  }
}
