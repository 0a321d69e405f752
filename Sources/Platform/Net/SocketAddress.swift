import Bytes
import Glibc

/// The address of a TCP listener: a numeric address or a name, and a port.
package struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
  /// An IPv4 or IPv6 address without brackets, or a host name.
  package var host: String
  /// The port; 0 for any free one.
  package var port: UInt16

  /// - Parameters:
  ///   - host: without brackets.
  ///   - port: 0 for any free one.
  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Parses `HOST:PORT`, `[::1]:PORT` or `:PORT` (all IPv4 interfaces). nil for other text.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = PortNumber.parse(text[text.index(after: colon)...]) else {
      return nil
    }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
    } else if host.contains(":") {
      return nil
    }
    self.init(host: host.isEmpty ? "0.0.0.0" : host, port: port)
  }

  /// `HOST:PORT`, with an IPv6 address in brackets.
  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
