/// The address on which a server listens.
package enum ListenAddress: Sendable, Hashable, CustomStringConvertible {
  /// A TCP socket.
  case tcp(SocketAddress)
  /// A Unix domain socket; its path has at most `maxPathBytes` bytes.
  case unix(path: String)
  /// The sockets passed by systemd (socket activation, sd_listen_fds(3)).
  case systemd

  /// The kernel's limit of a path, without the terminating zero byte.
  package static let maxPathBytes = 107

  /// Parses `HOST:PORT` (see `SocketAddress`), `unix:/path/to.sock` or `systemd`. nil for other text.
  package init?(_ text: String) {
    if text == "systemd" {
      self = .systemd
    } else if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      guard path.hasPrefix("/"), path.utf8.count <= Self.maxPathBytes, !path.utf8.contains(0) else { return nil }
      self = .unix(path: path)
    } else if let address = SocketAddress(text) {
      self = .tcp(address)
    } else {
      return nil
    }
  }

  /// The address in the form of the configuration.
  package var description: String {
    switch self {
    case .tcp(let address): address.description
    case .unix(let path): "unix:\(path)"
    case .systemd: "systemd"
    }
  }

  /// Returns the address for users: `https://HOST:PORT` or `unix:/path`.
  package func location(isEncrypted: Bool) -> String {
    guard case .tcp(let address) = self else { return description }
    return (isEncrypted ? "https://" : "http://") + address.description
  }
}
