import CPostgres

/// A URL of a PostgreSQL database that libpq accepts.
struct ConnectionURL {
  let text: String

  /// Parses the URL.
  ///
  /// libpq's messages quote parts of a URL. The rules here are stricter, so that none of these parts can belong to a password.
  /// - Throws: `PostgresError.url`.
  init(_ text: String, library: LibPQ) throws(PostgresError) {
    guard let rest = Self.schemes.lazy.compactMap({ Self.suffix(of: text, after: $0) }).first else {
      throw .url(reason: "it does not start with postgresql://")
    }
    let credentials = rest.prefix { $0 != "@" }
    let host = rest.dropFirst(credentials.count + 1)
    guard !host.contains("@"), rest.contains("@") == false || !credentials.contains(where: "/?#".contains) else {
      throw .url(
        reason: "a character of the user or the password must be percent-encoded (@ as %40, / as %2F, ? as %3F)")
    }
    if let problem = Self.problem(text, library) {
      // Without its password the URL has either the same problem, or none.
      let redacted = Self.redacted(text)
      throw .url(
        reason: Self.problem(redacted, library)
          ?? (redacted == text ? problem : "the password is not encoded correctly"))
    }
    self.text = text
  }

  private static let schemes = ["postgresql://", "postgres://"]

  private static func suffix(of text: String, after prefix: String) -> Substring? {
    text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : nil
  }

  /// Replaces the password after the user's name, and the values of query parameters whose name ends in `password`.
  static func redacted(_ text: String) -> String {
    var parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    if let at = parts[0].firstIndex(of: "@"), let start = parts[0].range(of: "://")?.upperBound, start < at,
      let colon = parts[0][start..<at].firstIndex(of: ":")
    {
      parts[0].replaceSubrange(parts[0].index(after: colon)..<at, with: "redacted")
    }
    if parts.count > 1 {
      parts[1] = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { pair in
        let name = pair.prefix { $0 != "=" }
        return name.hasSuffix("password") ? name + "=redacted" : String(pair)
      }.joined(separator: "&")
    }
    return parts.joined(separator: "?")
  }

  /// - Returns: libpq's message; nil if it accepts the URL.
  private static func problem(_ text: String, _ library: LibPQ) -> String? {
    var message: UnsafeMutablePointer<CChar>?
    let options = unsafe library.parse(text, &message)
    defer {
      unsafe library.freeOptions(options)
      unsafe library.freeMemory(message)
    }
    if unsafe options != nil { return nil }
    return unsafe message.map { unsafe String(cString: $0).trimmed } ?? "out of memory"
  }
}

extension String {
  /// The text in one line, without line breaks at its ends. Messages of libpq have several lines.
  var trimmed: String {
    split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: "; ")
  }

  fileprivate func range(of separator: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(separator) { return start..<index(start, offsetBy: separator.count) }
      formIndex(after: &start)
    }
    return nil
  }
}
