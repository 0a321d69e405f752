import FuzzSupport
import HTTPCodec
import HTTPServer
import Net

private let proxy = "10.0.0.1"

/// The entry that the trusted proxy adds decides, after any text of a client.
func checkOrigin(_ value: String) {
  check(value, .xForwardedFor, "203.0.113.7", client: "203.0.113.7")
  check(value, .forwarded, "for=203.0.113.7", client: "203.0.113.7")
  check(value, .forwarded, "proto=https;for=\"[2001:db8::7]:80\"", client: "2001:db8::7")
}

/// `entry` in the same field line, and in a further one.
private func check(_ value: String, _ field: ProxyPolicy.Field, _ entry: String, client: String) {
  let policy = ProxyPolicy(trusted: [proxy].compactMap(IPNetwork.init), field: field)
  var line = HTTPFields()
  line.append(field.rawValue, value + ", " + entry)
  let inLine = policy.origin(peer: proxy, line).client
  // An unterminated quote of the client ends the search at the proxy's entry.
  let mayEndEarly = field == .forwarded && value.utf8.contains(UInt8(ascii: "\""))
  require(inLine == client || (mayEndEarly && inLine == proxy), "\(value), \(entry) is \(inLine)")
  var lines = HTTPFields()
  lines.append(field.rawValue, value)
  lines.append(field.rawValue, entry)
  require(policy.origin(peer: proxy, lines).client == client, "\(value) hides \(entry)")
}
