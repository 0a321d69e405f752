import Bytes

/// A parsed request target (RFC 9112 §3.2).
package struct RequestTarget: Equatable, Sendable {
  /// The target as received: origin-form, absolute-form or `*`.
  package var text: String
  /// The percent-encoded path; starts with "/". For the target `*` of OPTIONS it is "/*".
  package var path: String
  /// The query without the question mark; nil if there is none.
  package var query: String?
  /// The host and port of an absolute-form target; nil for other forms.
  package var authority: String?
  /// Whether `path` can be split at its slashes without decoding: it has no percent-encoding and no trailing slash.
  package let isPlain: Bool

  /// Parses a target whose bytes are visible ASCII. Most targets are a plain path, which needs no further check.
  init?(_ bytes: ArraySlice<UInt8>, method: String) {
    let text = String(decoding: bytes, as: UTF8.self)
    let isPath =
      bytes.first == UInt8(ascii: "/")
      && bytes.allSatisfy { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "#") }
    guard isPath else {
      self.init(text, method: method)
      return
    }
    self.init(path: text, isPlain: bytes.count == 1 || bytes.last != UInt8(ascii: "/"))
  }

  private init(path: String, isPlain: Bool) {
    text = path
    self.path = path
    self.isPlain = isPlain
  }

  /// Parses origin-form, absolute-form (`http` and `https`) and asterisk-form.
  /// - Returns: nil for every other form, for a fragment, and for percent-encoding that is malformed or not UTF-8.
  package init?(_ target: String, method: String) {
    guard !target.utf8.contains(UInt8(ascii: "#")), Self.isDecodable(target) else { return nil }
    text = target
    var rest = target[...]
    if target == "*" {
      guard method == "OPTIONS" else { return nil }
      rest = "/*"
    } else if !target.hasPrefix("/") {
      guard let scheme = target.firstRange(of: "://"),
        ["http", "https"].contains(target[..<scheme.lowerBound].lowercased())
      else { return nil }
      let afterScheme = target[scheme.upperBound...]
      let end = afterScheme.firstIndex { $0 == "/" || $0 == "?" } ?? afterScheme.endIndex
      let authority = String(afterScheme[..<end])
      guard Grammar.isHost(Array(authority.utf8)[...]) else { return nil }
      self.authority = authority
      rest = afterScheme[end...]
    }
    let mark = rest.firstIndex(of: "?")
    let path = String(rest[..<(mark ?? rest.endIndex)])
    self.path = path.isEmpty ? "/" : path
    isPlain = !path.utf8.contains(UInt8(ascii: "%")) && (path.utf8.count < 2 || path.utf8.last != UInt8(ascii: "/"))
    query = mark.map { String(rest[rest.index(after: $0)...]) }
  }

  private static func isDecodable(_ target: String) -> Bool {
    !target.utf8.contains(UInt8(ascii: "%")) || PercentEncoding.decode(target, plusIsSpace: false) != nil
  }
}
