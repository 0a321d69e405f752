import HTTPCodec
import Net

/// The fields in which proxies record the path of a request.
///
/// ```
/// X-Forwarded-For: 192.0.2.1, 2001:db8::1, 198.51.100.2:4711
/// X-Forwarded-Proto: https
/// Forwarded: for=192.0.2.1;proto=https, for="[2001:db8::1]:4711"      (RFC 7239 §4)
/// ```
///
/// Entries are split by code points, not by characters: a combining mark and the comma before it are one character, which
/// would hide the entry of the trusted proxy.
enum ForwardedFields {
  /// One hop of the request.
  struct Hop: Equatable {
    /// The address of the sender; nil for "unknown", a name, or a malformed value.
    var address: IPAddress?
    var scheme: String?
  }

  private static let malformed = Hop(address: nil, scheme: nil)

  static func xForwardedHops(_ fields: HTTPFields) -> [Hop] {
    fields.all("X-Forwarded-For").flatMap { line in
      entries(line).map { entry in
        Hop(address: node(entry.trimmingSpaces()[...]), scheme: nil)
      }
    }
  }

  /// The scheme in the last entry, which the nearest proxy wrote.
  static func xForwardedScheme(_ fields: HTTPFields) -> String? {
    fields.all("X-Forwarded-Proto").last.flatMap { entries($0).last?.trimmingSpaces() }
  }

  private static func entries(_ line: String) -> [Substring] {
    line.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false).map(Substring.init)
  }

  static func hops(_ fields: HTTPFields) -> [Hop] {
    fields.all("Forwarded").flatMap { line in
      // An unterminated quoted string could hide the entry of a later proxy.
      guard let elements = pieces(of: line[...], at: ",") else { return [malformed] }
      return elements.map(hop)
    }
  }

  private static func hop(_ element: Substring) -> Hop {
    guard let pairs = pieces(of: element, at: ";") else { return malformed }
    var hop = malformed
    var seen: Set<String> = []
    for pair in pairs {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let value = unquoted(parts[1].trimmingSpaces()[...]) else { return malformed }
      let name = parts[0].trimmingSpaces().lowercased()
      // No parameter may be repeated (RFC 7239 §4).
      guard seen.insert(name).inserted else { return malformed }
      if name == "for" { hop.address = node(value[...]) }
      if name == "proto" { hop.scheme = value }
    }
    return hop
  }

  /// An address, alone or with a port: `192.0.2.1:80`, `[2001:db8::1]:80`.
  private static func node(_ text: Substring) -> IPAddress? {
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]"), isPort(text[text.index(after: end)...]) else { return nil }
      let inner = String(text[text.index(after: text.startIndex)..<end])
      return inner.contains(":") ? IPAddress(inner) : nil
    }
    if let address = IPAddress(String(text)) { return address }
    guard let colon = text.firstIndex(of: ":"), isPort(text[colon...]) else { return nil }
    return IPAddress(String(text[..<colon]))
  }

  /// Nothing, or a colon and up to five digits.
  private static func isPort(_ text: Substring) -> Bool {
    guard !text.isEmpty else { return true }
    let digits = text.utf8.dropFirst()
    return text.first == ":" && (1...5).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Splits at `separator` outside of quoted strings. - Returns: nil for an unterminated quoted string.
  private static func pieces(of text: Substring, at separator: Unicode.Scalar) -> [Substring]? {
    var result: [Substring] = []
    var start = text.startIndex
    var isQuoted = false
    var isEscaped = false
    for (index, character) in zip(text.unicodeScalars.indices, text.unicodeScalars) {
      if isEscaped {
        isEscaped = false
      } else if isQuoted, character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == separator, !isQuoted {
        result.append(text[start..<index])
        start = text.unicodeScalars.index(after: index)
      }
    }
    result.append(text[start...])
    return isQuoted ? nil : result
  }

  /// The value of a token or quoted string; nil for other text.
  private static func unquoted(_ text: Substring) -> String? {
    guard text.first == "\"" else { return text.contains("\"") ? nil : String(text) }
    guard text.count >= 2, text.last == "\"" else { return nil }
    let inner = text.dropFirst().dropLast()
    // Addresses contain no escaped characters.
    return inner.contains("\"") || inner.contains("\\") ? nil : String(inner)
  }
}

extension Substring {
  /// The text without spaces and tabs at both ends.
  func trimmingSpaces() -> String {
    var text = self
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
