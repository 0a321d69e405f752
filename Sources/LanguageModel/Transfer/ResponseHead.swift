/// What the client looks at in the head of an HTTP answer.
struct ResponseHead: Sendable, Equatable {
  var status: Int
  /// `Content-Type` without its parameters, in lower case.
  var contentType: String?
  /// `Retry-After`, unread.
  var retryAfter: String?
}

/// Reads the lines of a head as libcurl hands them over, one by one with their ends.
struct ResponseHeadReader: Sendable {
  static let maxBytes = 64 << 10

  private var bytes = 0
  private var head: ResponseHead?

  /// What a line meant.
  enum Step: Equatable {
    case more
    /// The head is complete. Heads with 1xx come before it and are passed over.
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
