import FuzzSupport
import HTTPCodec
import Net
import Web

private let proxy = "10.0.0.1"
private let client = "203.0.113.7"

/// Whatever a client writes about where it is, what our proxy adds behind it decides: in the same line or in one more.
func checkOrigin(_ value: String) {
  for field in ProxyPolicy.Field.allCases {
    let policy = ProxyPolicy(trusted: [proxy].compactMap(IPNetwork.init), field: field)
    let entry = field == .forwarded ? "for=\(client)" : client
    var line = HTTPFields()
    line.append(field.rawValue, value + ", " + entry)
    let inLine = policy.origin(peer: proxy, line).client
    // A quote that the client left open ends the walk at the proxy.
    require(inLine == client || (field == .forwarded && inLine == proxy), "\(value), \(entry) is \(inLine)")
    var lines = HTTPFields()
    lines.append(field.rawValue, value)
    lines.append(field.rawValue, entry)
    require(policy.origin(peer: proxy, lines).client == client, "\(value) hides \(entry)")
  }
}
