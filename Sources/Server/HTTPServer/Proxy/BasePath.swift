/// What all paths of a server begin with, where it lives below another site's root.
package struct BasePath: Sendable, Equatable {
  /// Without slashes; none: the server has the root.
  let segments: [String]
  /// `/hearth`, or "" for the root.
  package let text: String

  package init() { self.init(segments: []) }

  private init(segments: [String]) {
    self.segments = segments
    text = segments.map { "/" + $0 }.joined()
  }

  /// Reads `/hearth` or `/apps/hearth`: letters, digits and `-._~` between slashes; "" and "/" are the root.
  package init?(_ text: String) {
    if text.isEmpty || text == "/" {
      self.init()
      return
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.first == "", parts.count > 1 else { return nil }
    // One slash at the end is a matter of taste.
    let names = parts.dropFirst().last == "" ? parts.dropFirst().dropLast() : parts.dropFirst()
    let isPlain = names.allSatisfy { name in
      !name.isEmpty && name != "." && name != ".."
        && name.unicodeScalars.allSatisfy {
          $0.isASCII
            && ($0.properties.isAlphabetic || $0.properties.numericType != nil || "-._~".unicodeScalars.contains($0))
        }
    }
    guard isPlain, !names.isEmpty else { return nil }
    self.init(segments: names.map(String.init))
  }

  /// Takes the base from a request's path. - Returns: false where the path lies outside.
  /// - Parameter pathSegments: decoded; nil where they are what stands between the path's slashes.
  func strip(_ request: inout Request, _ pathSegments: inout [String]?) -> Bool {
    guard !segments.isEmpty else { return true }
    // The server as a whole has no path (RFC 9110 §9.3.7).
    if request.method == "OPTIONS", request.path == "/*" { return true }
    if var inner = pathSegments {
      guard inner.starts(with: segments) else { return false }
      inner.removeFirst(segments.count)
      request.path = "/" + inner.joined(separator: "/")
      pathSegments = inner
      return true
    }
    guard request.path.hasPrefix(text) else { return false }
    let rest = request.path.dropFirst(text.count)
    guard rest.isEmpty || rest.first == "/" else { return false }
    request.path = rest.isEmpty ? "/" : String(rest)
    return true
  }
}
