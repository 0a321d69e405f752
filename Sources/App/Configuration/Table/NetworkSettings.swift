import HTTPServer
import Net

/// `listen`, `tls` and `proxy`.
enum NetworkSettings {
  static let all: [Setting] = [
    .text(
      "listen.address", "127.0.0.1:8000", address, \.listen,
      "The address that the server listens on (`--listen`): `HOST:PORT` (port 0 takes any free port), `unix:/PATH`, or "
        + "`systemd` for the sockets of a `.socket` unit.",
      danger: "`0.0.0.0` and `[::]` are reachable from other machines; without `tls` or a proxy, passwords are sent in "
        + "plain text."),
    .text(
      "listen.unix_mode", "0660", permissions, \.socketPermissions,
      "Permission bits of `unix:/PATH`. A process that may write to the socket may connect.",
      danger: "`0666` admits every local user."),
    .text(
      "tls.certificate", "", \.tlsCertificate,
      "PEM file with the certificate, followed by its intermediate certificates. If it is set, the server accepts "
        + "TLS 1.2 and 1.3 only."),
    .text(
      "tls.key", "", \.tlsKey,
      "PEM file with the certificate's key, without a password. Both files are read again on SIGHUP."),
    .duration("tls.handshake_timeout", "10s", \.http.handshakeTimeout, "Time limit of a TLS handshake."),
    .list(
      "proxy.trusted", network, \.trustedProxies,
      "Networks of proxies (`10.0.0.0/8`, `::1`) whose `proxy.field` names the client; `unix` for the peers of "
        + "`unix:/PATH`.",
      danger: "A client in a trusted network can claim any address."),
    .choice(
      "proxy.field", "x-forwarded-for", ProxyPolicy.Field.allCases, \.http.proxies.field,
      "The field that the trusted proxies write: `x-forwarded-for`, or `forwarded` (RFC 7239). The other one is ignored."
    ),
  ]

  private static let address = TextForm(
    name: "HOST:PORT, unix:/PATH (at most 107 bytes) or systemd (example: 127.0.0.1:8000)"
  ) { ListenAddress($0) != nil }

  private static let permissions = TextForm(name: "permission bits from 000 to 0777 (example: 0660)") { text in
    (3...4).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x37).contains($0) }
      && UInt32(text, radix: 8).map { $0 <= 0o777 } == true
  }

  private static let network = TextForm(name: "a network or unix (examples: 10.0.0.0/8, ::1)") {
    $0 == "unix" || IPNetwork($0) != nil
  }
}
