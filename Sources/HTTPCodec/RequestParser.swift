import Bytes

/// What a parser found next.
package enum RequestEvent: Sendable {
  /// Request line and fields are complete and valid.
  case head(RequestHead, expectsContinue: Bool, keepAlive: Bool)
  /// A piece of content, transfer coding removed.
  case body([UInt8])
  /// The request is complete; the next one may follow in the same bytes.
  case end
}

/// Reads HTTP/1.1 requests from bytes that arrive in pieces (RFC 9112).
///
/// Strict: any doubt about where a message ends is an error, and after an error nothing more is read. Sans-IO: feed it
/// with `receive`, ask with `next`. Work is linear in the bytes however they are split.
///
/// Not copyable: a copy, which the compiler makes where it is read through a class, costs more than most of its calls.
package struct RequestParser: ~Copyable, Sendable {
  private enum State: Sendable {
    case requestLine
    case fields
    case content(remaining: Int)
    case chunkSize
    case chunkData(remaining: Int)
    case chunkEnd
    case trailers
    case finished
    case failed(HTTPParseError)
  }

  private let limits: HTTPLimits
  private var reader = LineReader()
  private var state = State.requestLine
  private var skippedEmptyLine = false
  /// Room for the fields of most requests, which an idle connection keeps.
  private static let keptLines = 16

  /// The request line that came last, and its bytes: clients ask for the same thing again and again.
  private var line: RequestLine?
  private var lineBytes: [UInt8] = []
  /// Whether `line` is that of the request that is being read.
  private var hasLine = false
  private static let keptLineBytes = 256
  private var lines: [HTTPFields.Line] = []
  private var names = NameSet()
  private var headBytes = 0
  private var contentBytes = 0
  private var extensionBytes = 0
  private var trailerBytes = 0
  private var trailerCount = 0

  package init(limits: HTTPLimits) {
    self.limits = limits
  }

  /// Bytes received and not yet looked at.
  package var unread: Int { reader.available }

  /// Whether a request has begun to arrive that has not ended.
  package var isWithinRequest: Bool { reader.available > 0 || hasLine }

  /// Takes bytes from the peer.
  package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
    unsafe reader.append(bytes)
  }

  /// The bytes behind the last request, for the protocol that follows an upgrade.
  package mutating func takeRemainder() -> [UInt8] { reader.take(reader.available) }

  /// The next event, or nil where bytes are missing. After a throw the connection must end.
  package mutating func next() throws(HTTPParseError) -> RequestEvent? {
    if case .failed(let error) = state { throw error }
    do throws(HTTPParseError) {
      return try step()
    } catch {
      state = .failed(error)
      throw error
    }
  }

  private mutating func step() throws(HTTPParseError) -> RequestEvent? {
    while true {
      switch state {
      case .requestLine:
        guard try readRequestLine() else { return nil }
      case .fields:
        guard let line = try fieldLine() else { return nil }
        if line.isEmpty { return try headEvent() }
        try addField(line)
      case .content(let remaining):
        guard reader.available > 0 else { return nil }
        let piece = reader.take(remaining)
        state = piece.count == remaining ? .finished : .content(remaining: remaining - piece.count)
        return .body(piece)
      case .chunkSize:
        guard try readChunkSize() else { return nil }
      case .chunkData(let remaining):
        guard reader.available > 0 else { return nil }
        let piece = reader.take(remaining)
        state = piece.count == remaining ? .chunkEnd : .chunkData(remaining: remaining - piece.count)
        return .body(piece)
      case .chunkEnd:
        guard let line = try reader.takeLine(limit: 0, tooLong: .invalidChunk, invalid: .invalidChunk) else {
          return nil
        }
        guard line.isEmpty else { throw .invalidChunk }
        state = .chunkSize
      case .trailers:
        guard let line = try trailerLine() else { return nil }
        if line.isEmpty { state = .finished }
      case .finished:
        reset()
        reader.shrink()
        return .end
      case .failed(let error):
        throw error
      }
    }
  }

  private mutating func reset() {
    state = .requestLine
    skippedEmptyLine = false
    hasLine = false
    if lines.capacity > Self.keptLines { lines = [] }
    headBytes = 0
    contentBytes = 0
    extensionBytes = 0
    trailerBytes = 0
    trailerCount = 0
  }

  // MARK: - Request line (RFC 9112 §3)

  private mutating func readRequestLine() throws(HTTPParseError) -> Bool {
    let limit = limits.maxRequestLineBytes
    guard
      let line = try reader.takeLine(
        limit: limit, tooLong: .requestLineTooLong(limit: limit), invalid: .invalidRequestLine)
    else { return false }
    if line.isEmpty {
      // One empty line before a request is forgiven (RFC 9112 §2.2).
      guard !skippedEmptyLine else { throw .invalidRequestLine }
      skippedEmptyLine = true
      return true
    }
    if !isLastLine(line) {
      self.line = try Self.requestLine(reader.bytes, line)
      lineBytes.removeAll(keepingCapacity: true)
      // A long one is not worth its memory, and known by none.
      if line.count <= Self.keptLineBytes { lineBytes += reader.bytes[line] }
    }
    hasLine = true
    // The fields are handed out as slices of what is read from here on.
    reader.holdsLines = true
    lines.removeAll(keepingCapacity: true)
    lines.reserveCapacity(Self.keptLines)
    names = NameSet()
    state = .fields
    return true
  }

  private func isLastLine(_ line: Range<Int>) -> Bool {
    guard line.count == lineBytes.count else { return false }
    let bytes = reader.bytes.span.extracting(line)
    let last = lineBytes.span
    for index in last.indices where last[index] != bytes[index] { return false }
    return true
  }

  private static func requestLine(_ bytes: [UInt8], _ line: Range<Int>) throws(HTTPParseError) -> RequestLine {
    let parts = try splitRequestLine(bytes, line)
    let version = try version(bytes, parts.version)
    let method = method(bytes[parts.method])
    guard let target = RequestTarget(bytes[parts.target], method: method) else { throw .invalidTarget }
    return RequestLine(method: method, target: target, version: version)
  }

  /// Method and target are what their grammar allows, and not empty.
  private static func splitRequestLine(
    _ bytes: [UInt8], _ line: Range<Int>
  ) throws(HTTPParseError) -> (method: Range<Int>, target: Range<Int>, version: Range<Int>) {
    var first = line.lowerBound
    while first < line.upperBound, Grammar.isToken(bytes[first]) { first += 1 }
    var last = line.upperBound - 1
    while last > first, bytes[last] != 0x20 { last -= 1 }
    guard first > line.lowerBound, first - line.lowerBound <= 32, last > first + 1, bytes[first] == 0x20 else {
      throw .invalidRequestLine
    }
    for index in first + 1..<last where !Grammar.isTarget(bytes[index]) { throw .invalidRequestLine }
    return (line.lowerBound..<first, first + 1..<last, last + 1..<line.upperBound)
  }

  /// Nearly every method is the one that needs no look at its letters.
  private static func method(_ text: ArraySlice<UInt8>) -> String {
    let start = text.startIndex
    if text.count == 3, text[start] == 0x47, text[start + 1] == 0x45, text[start + 2] == 0x54 { return "GET" }
    return String(decoding: text, as: UTF8.self)
  }

  private static func version(_ bytes: [UInt8], _ text: Range<Int>) throws(HTTPParseError) -> HTTPVersion {
    let start = text.lowerBound
    guard text.count == 8, bytes[start] == 0x48, bytes[start + 1] == 0x54, bytes[start + 2] == 0x54,
      bytes[start + 3] == 0x50, bytes[start + 4] == 0x2F, Grammar.isDigit(bytes[start + 5]),
      bytes[start + 6] == 0x2E, Grammar.isDigit(bytes[start + 7])
    else { throw .invalidRequestLine }
    guard bytes[start + 5] == 0x31 else { throw .unsupportedVersion }
    // A higher minor version is answered as 1.1 (RFC 9110 §2.5).
    return bytes[start + 7] == 0x30 ? .http10 : .http11
  }

  // MARK: - Field lines (RFC 9112 §5)

  private mutating func fieldLine() throws(HTTPParseError) -> Range<Int>? {
    let room = limits.maxHeaderBytes - headBytes
    let line = try reader.takeLine(
      limit: room, tooLong: .fieldsTooLarge(limit: limits.maxHeaderBytes), invalid: .invalidFieldLine)
    // All of the line, also the white space that is not kept.
    headBytes += line?.count ?? 0
    return line
  }

  private mutating func addField(_ line: Range<Int>) throws(HTTPParseError) {
    guard lines.count < limits.maxHeaderCount else { throw .tooManyFields(limit: limits.maxHeaderCount) }
    let field = try Self.splitField(reader.bytes, line)
    names.insert(length: field.name.count, first: reader.bytes[field.name.lowerBound])
    lines.append(field)
  }

  /// Name and value; the name touches the colon, optional white space around the value is removed.
  private static func splitField(
    _ bytes: [UInt8], _ line: Range<Int>
  ) throws(HTTPParseError) -> HTTPFields.Line {
    var colon = line.lowerBound
    // Folded lines start with white space, which is no token either.
    while colon < line.upperBound, Grammar.isToken(bytes[colon]) { colon += 1 }
    guard colon > line.lowerBound, colon < line.upperBound, bytes[colon] == 0x3A else { throw .invalidFieldLine }
    var start = colon + 1
    var end = line.upperBound
    while start < end, Grammar.isBlank(bytes[start]) { start += 1 }
    while end > start, Grammar.isBlank(bytes[end - 1]) { end -= 1 }
    guard isFieldContent(bytes, start..<end) else { throw .invalidFieldLine }
    return HTTPFields.Line(name: line.lowerBound..<colon, value: start..<end)
  }

  private static func isFieldContent(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let bytes = bytes.span
    var index = ByteScan.firstControl(in: bytes, from: range.lowerBound, to: range.upperBound)
    // Of the control characters the tab is allowed.
    while index < range.upperBound, Grammar.isFieldContent(bytes[index]) {
      index = ByteScan.firstControl(in: bytes, from: index + 1, to: range.upperBound)
    }
    return index == range.upperBound
  }

  private mutating func headEvent() throws(HTTPParseError) -> RequestEvent {
    guard let line else { throw .invalidRequestLine }
    let version = line.version
    let fields = HTTPFields(storage: reader.bytes, lines: lines, names: names)
    reader.holdsLines = false
    try Self.checkHost(fields, version)
    let framing = try BodyFraming.decide(fields, version: version, maxBodyBytes: limits.maxBodyBytes)
    switch framing {
    case .none: state = .finished
    case .length(let length): state = .content(remaining: length)
    case .chunked: state = .chunkSize
    }
    let expects = try Self.expectsContinue(fields, version)
    let request = RequestHead(line: line, fields: fields)
    return .head(
      request, expectsContinue: expects && framing != .none, keepAlive: Self.keepAlive(fields, version: version))
  }

  /// Exactly one valid Host in HTTP/1.1, at most one in HTTP/1.0 (RFC 9112 §3.2).
  private static func checkHost(_ fields: HTTPFields, _ version: HTTPVersion) throws(HTTPParseError) {
    switch fields.occurrence(of: "Host") {
    case .never where version == .http10: return
    case .once(let host) where Grammar.isHost(host): return
    default: throw .invalidHost
    }
  }

  private static func expectsContinue(_ fields: HTTPFields, _ version: HTTPVersion) throws(HTTPParseError) -> Bool {
    // HTTP/1.0 clients cannot mean it (RFC 9110 §10.1.1).
    guard version == .http11, fields.mayHold(.expect) else { return false }
    switch fields.occurrence(of: "Expect") {
    case .never: return false
    case .once(let expectation) where Grammar.isWord(expectation, "100-continue"): return true
    default: throw .unknownExpectation
    }
  }

  /// Whether another request may follow (RFC 9112 §9.3).
  private static func keepAlive(_ fields: HTTPFields, version: HTTPVersion) -> Bool {
    var keeps = version == .http11
    guard fields.mayHold(.connection) else { return keeps }
    for value in fields.all("Connection") {
      for item in Array(value.utf8).split(separator: UInt8(ascii: ",")) {
        let option = Grammar.trimmed(item).prefix { $0 != 0x20 && $0 != 0x09 }
        if Grammar.isWord(option, "close") { return false }
        keeps = keeps || Grammar.isWord(option, "keep-alive")
      }
    }
    return keeps
  }

  // MARK: - Chunked content (RFC 9112 §7.1)

  private mutating func readChunkSize() throws(HTTPParseError) -> Bool {
    guard let line = try reader.takeLine(limit: 256, tooLong: .invalidChunk, invalid: .invalidChunk) else {
      return false
    }
    let (size, rest) = try Self.chunkSize(reader.bytes[line])
    guard ChunkExtensions.isValid(rest) else { throw .invalidChunk }
    // Tiny chunks with long extensions would make a peer read without end for little content.
    extensionBytes += rest.count
    guard extensionBytes <= limits.maxHeaderBytes else { throw .invalidChunk }
    guard size > 0 else {
      state = .trailers
      return true
    }
    let (total, overflow) = contentBytes.addingReportingOverflow(size)
    guard !overflow, total <= limits.maxBodyBytes else { throw .contentTooLarge(limit: limits.maxBodyBytes) }
    contentBytes = total
    state = .chunkData(remaining: size)
    return true
  }

  /// 1*HEXDIG, and what stands behind it.
  private static func chunkSize(_ line: ArraySlice<UInt8>) throws(HTTPParseError) -> (Int, ArraySlice<UInt8>) {
    let digits = line.prefix { Grammar.hexValue($0) != nil }
    guard !digits.isEmpty, digits.count <= 16 else { throw .invalidChunk }
    var size = 0
    for digit in digits {
      let (product, overflow) = size.multipliedReportingOverflow(by: 16)
      guard !overflow, let value = Grammar.hexValue(digit) else { throw .invalidChunk }
      size = product + value
    }
    return (size, line[digits.endIndex...])
  }

  /// Trailers are checked and dropped: merging them into the fields is never safe (RFC 9110 §6.5.1).
  private mutating func trailerLine() throws(HTTPParseError) -> Range<Int>? {
    let limit = limits.maxHeaderBytes - trailerBytes
    guard
      let line = try reader.takeLine(
        limit: limit, tooLong: .fieldsTooLarge(limit: limits.maxHeaderBytes), invalid: .invalidFieldLine)
    else { return nil }
    guard !line.isEmpty else { return line }
    trailerCount += 1
    guard trailerCount <= limits.maxHeaderCount else { throw .tooManyFields(limit: limits.maxHeaderCount) }
    _ = try Self.splitField(reader.bytes, line)
    trailerBytes += line.count
    return line
  }
}
