import HTTPCodec

/// The result of a parser for some input, with pieces of content joined.
struct Reading: Equatable {
  struct Message: Equatable {
    var method: String
    var target: RequestTarget
    var isOld: Bool
    var host: String?
    var fieldCount: Int
    /// The values of each requested name.
    var values: [[String]]
    var expectsContinue: Bool
    var keepAlive: Bool
    var body: [UInt8] = []
    var isComplete = false
  }

  /// Small limits, so that inputs reach them.
  static let limits: HTTPLimits = {
    var limits = HTTPLimits()
    limits.maxRequestLineBytes = 256
    limits.maxHeaderBytes = 1024
    limits.maxHeaderCount = 16
    limits.maxBodyBytes = 2048
    return limits
  }()

  var messages: [Message] = []
  var heads: [RequestHead] = []
  var error: HTTPParseError?
  /// The maximum number of bytes in the parser while it waited for more.
  var mostUnread = 0
  private var names: [String]

  /// - Parameter names: the fields to compare.
  init(_ pieces: [[UInt8]], names: [String] = []) {
    self.names = names
    var parser = RequestParser(limits: Self.limits)
    do throws(HTTPParseError) {
      for piece in pieces {
        unsafe piece.withUnsafeBytes { unsafe parser.receive($0) }
        while let event = try parser.next() { add(event) }
        mostUnread = max(mostUnread, parser.unread)
      }
    } catch {
      self.error = error
    }
  }

  private mutating func add(_ event: RequestEvent) {
    switch event {
    case .head(let head, let expectsContinue, let keepAlive):
      heads.append(head)
      messages.append(
        Message(
          method: head.line.method, target: head.line.target, isOld: head.line.version == .http10,
          host: head.fields["host"],
          fieldCount: head.fields.count, values: names.map(head.fields.all), expectsContinue: expectsContinue,
          keepAlive: keepAlive))
    case .body(let piece): messages[messages.count - 1].body += piece
    case .end: messages[messages.count - 1].isComplete = true
    }
  }

  static func == (left: Reading, right: Reading) -> Bool {
    left.messages == right.messages && left.error == right.error
  }
}
