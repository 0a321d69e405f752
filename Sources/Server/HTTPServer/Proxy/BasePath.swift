/// The prefix of all paths of a server that is not at the root of its site.
package struct BasePath: Sendable, Equatable {
  /// Without slashes; empty for the root.
  let segments: [String]
  /// `/hearth`, or "" for the root.
  package let text: String

  /// The root.
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
    // A trailing slash is accepted.
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

  /// Removes the base path from a request. - Returns: false if the path is outside of it.
  /// - Parameter pathSegments: decoded; nil if they are the text between the slashes of the path.
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
