/// Variables that container platforms set for a service, not for its settings.
///
/// Kubernetes gives each pod `HEARTH_SERVICE_HOST`, `HEARTH_PORT` and more for a service named `hearth`, and
/// `HEARTH_WEB_PORT` for one named `hearth-web`; Docker's legacy links add `HEARTH_NAME` and `HEARTH_ENV_…`.
enum ServiceLink {
  /// Whether a platform may have set `name`, which starts with `HEARTH_` and is not a setting.
  static func isLikely(_ name: String) -> Bool {
    let parts = name.split(separator: "_", omittingEmptySubsequences: false).dropFirst().map(String.init)
    if parts == ["NAME"] || parts.first == "ENV" { return true }
    // A service's own name may have several parts.
    return parts.indices.contains { isSuffix(parts[$0...]) }
  }

  private static func isSuffix(_ parts: ArraySlice<String>) -> Bool {
    let parts = Array(parts)
    switch parts.prefix(2) {
    case ["SERVICE", "HOST"]: return parts.count == 2
    case ["SERVICE", "PORT"]: return true
    default: break
    }
    guard parts.first == "PORT" else { return false }
    guard parts.count > 1 else { return true }
    guard UInt16(parts[1]) != nil, parts.count >= 3, ["TCP", "UDP", "SCTP"].contains(parts[2]) else { return false }
    return parts.count == 3 || parts.count == 4 && ["PROTO", "PORT", "ADDR"].contains(parts[3])
  }
}
