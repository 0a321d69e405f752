/// The parts of an HTTP response head that the client uses.
struct ResponseHead: Sendable, Equatable {
  var status: Int
  /// `Content-Type` without its parameters, in lower case.
  var contentType: String?
  /// The unparsed value of `Retry-After`.
  var retryAfter: String?
}

/// Parses the lines of a head, which libcurl delivers one at a time with their ends.
struct ResponseHeadReader: Sendable {
  static let maxBytes = 64 << 10

  private var bytes = 0
  private var head: ResponseHead?

  /// The result of a line.
  enum Step: Equatable {
    case more
    /// The head is complete. Interim heads (1xx) are skipped.
    case head(ResponseHead)
    case tooLarge
  }

  mutating func received(line: [UInt8]) -> Step {
    bytes += line.count
    guard bytes <= Self.maxBytes else { return .tooLarge }
    let text = String(decoding: line.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
    if text.isEmpty { return ended() }
    if text.hasPrefix("HTTP/") {
      let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      head = ResponseHead(status: status ?? 0)
    } else {
      field(text)
    }
    return .more
  }

  private mutating func ended() -> Step {
    guard let whole = head, !(100..<200).contains(whole.status) else {
      head = nil
      return .more
    }
    head = nil
    return .head(whole)
  }

  private mutating func field(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return }
    let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    switch text[..<colon].lowercased() {
    case "content-type":
      head?.contentType = value.prefix { $0 != ";" && $0 != " " && $0 != "\t" }.lowercased()
    case "retry-after": head?.retryAfter = String(value.prefix(64))
    default: break
    }
  }
}
