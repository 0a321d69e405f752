/// Where a server listens.
package enum ListenAddress: Sendable, Hashable, CustomStringConvertible {
  case tcp(SocketAddress)
  /// A socket in the file system, at most `maxPathBytes` long.
  case unix(path: String)
  /// The sockets that systemd made and hands over (sd_listen_fds(3)).
  case systemd

  /// What the kernel takes, without the zero at the end.
  package static let maxPathBytes = 107

  /// Reads `HOST:PORT` as `SocketAddress` does, `unix:/path/to.sock` or `systemd`.
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

  /// As it is written in the configuration.
  package var description: String {
    switch self {
    case .tcp(let address): address.description
    case .unix(let path): "unix:\(path)"
    case .systemd: "systemd"
    }
  }

  /// What a user types to reach it: `https://HOST:PORT`, `unix:/path`.
  package func location(isEncrypted: Bool) -> String {
    guard case .tcp(let address) = self else { return description }
    return (isEncrypted ? "https://" : "http://") + address.description
  }
}
