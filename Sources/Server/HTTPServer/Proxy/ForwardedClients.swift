package import Net

/// The clients that proxies name, for rules that must hold whether a proxy is trusted or not.
extension Request {
  /// The addresses in `Forwarded`, `X-Forwarded-For` and `X-Real-IP`; nil for an entry that is not an address. Any client
  /// can send these fields: an address in them proves nothing, but it can be a reason for a refusal.
  package var forwardedClients: [IPAddress?] {
    let hops = ForwardedFields.hops(fields) + ForwardedFields.xForwardedHops(fields)
    return hops.map(\.address) + fieldValues("X-Real-IP").map { IPAddress($0) }
  }
}
