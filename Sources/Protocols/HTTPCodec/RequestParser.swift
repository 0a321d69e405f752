/// An event of a request parser.
package enum RequestEvent: Sendable {
  /// The request line and fields are complete and valid.
  case head(RequestHead, expectsContinue: Bool, keepAlive: Bool)
  /// A part of the content without its transfer coding.
  case body([UInt8])
  /// The request is complete. The next one may follow in the same bytes.
  case end
}

/// A parser of HTTP/1.1 requests in bytes that arrive in pieces (RFC 9112).
///
/// Strict: any doubt about the end of a message is an error, after which nothing more is parsed. Sans-IO: `receive` takes bytes,
/// `next` returns events. The work is linear in the bytes for any split.
///
/// Not copyable: the compiler would copy it on access through a class, which costs more than most calls.
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
  /// The maximum content of the current request in bytes.
  private var contentLimit: Int
  private var reader = LineReader()
  private var state = State.requestLine
  private var skippedEmptyLine = false
  /// The capacity for field lines that an idle connection keeps; enough for most requests.
  private static let keptLines = 16

  /// The last request line and its bytes, because clients often repeat a request.
  private var line: RequestLine?
  private var lineBytes: [UInt8] = []
  /// Whether `line` belongs to the current request.
  private var hasLine = false
  private static let keptLineBytes = 256
  private var lines: [HTTPFields.Line] = []
  private var names = NameSet()
  private var headBytes = 0
  private var contentBytes = 0
  private var extensionBytes = 0
  private var trailerBytes = 0
  private var trailerCount = 0

  /// - Parameter limits: the limits of each request.
  package init(limits: HTTPLimits) {
    self.limits = limits
    contentLimit = limits.maxBodyBytes
  }

  /// The number of received bytes that were not parsed.
  package var unread: Int { reader.available }

  /// Whether a part of a request was received but not its end.
  package var isWithinRequest: Bool { reader.available > 0 || hasLine }

  /// Takes bytes from the peer.
  package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
    unsafe reader.append(bytes)
  }

  /// Takes the bytes after the last request, which belong to the protocol after an upgrade.
  package mutating func takeRemainder() -> [UInt8] { reader.take(reader.available) }

  /// Returns the next event; nil if bytes are missing. After an error the connection must be closed.
  package mutating func next() throws(HTTPParseError) -> RequestEvent? {
    let limit = limits.maxBodyBytes
    return try next { _ in limit }
  }

  /// Returns the next event; nil if bytes are missing. After an error the connection must be closed.
  /// - Parameter contentLimit: the maximum content of a request in bytes. Called once for each request that may have
  ///   content, before the event of its head.
  package mutating func next(contentLimit: (RequestLine) -> Int) throws(HTTPParseError) -> RequestEvent? {
    if case .failed(let error) = state { throw error }
    do throws(HTTPParseError) {
      return try step(contentLimit)
    } catch {
      state = .failed(error)
      throw error
    }
  }

  private mutating func step(_ contentLimit: (RequestLine) -> Int) throws(HTTPParseError) -> RequestEvent? {
    while true {
      switch state {
      case .requestLine:
        guard try readRequestLine() else { return nil }
      case .fields:
        guard let line = try fieldLine() else { return nil }
        if line.isEmpty { return try headEvent(contentLimit) }
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
      // One empty line before a request is ignored (RFC 9112 §2.2).
      guard !skippedEmptyLine else { throw .invalidRequestLine }
      skippedEmptyLine = true
      return true
    }
    if !isLastLine(line) {
      self.line = try RequestLineParser.parse(reader.bytes, line)
      lineBytes.removeAll(keepingCapacity: true)
      // Long lines are not kept, to save memory.
      if line.count <= Self.keptLineBytes { lineBytes += reader.bytes[line] }
    }
    hasLine = true
    // The field lines are ranges of the buffer from here on.
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

  // MARK: - Field lines (RFC 9112 §5)

  private mutating func fieldLine() throws(HTTPParseError) -> Range<Int>? {
    let room = limits.maxHeaderBytes - headBytes
    let line = try reader.takeLine(
      limit: room, tooLong: .fieldsTooLarge(limit: limits.maxHeaderBytes), invalid: .invalidFieldLine)
    // Including the white space that is removed from the value.
    headBytes += line?.count ?? 0
    return line
  }

  private mutating func addField(_ line: Range<Int>) throws(HTTPParseError) {
    guard lines.count < limits.maxHeaderCount else { throw .tooManyFields(limit: limits.maxHeaderCount) }
    let field = try FieldLine.split(reader.bytes, line)
    names.insert(length: field.name.count, first: reader.bytes[field.name.lowerBound])
    lines.append(field)
  }

  private mutating func headEvent(_ contentLimit: (RequestLine) -> Int) throws(HTTPParseError) -> RequestEvent {
    guard let line else { throw .invalidRequestLine }
    let version = line.version
    let fields = HTTPFields(storage: reader.bytes, lines: lines, names: names)
    reader.holdsLines = false
    try HeadRules.checkHost(fields, version)
    if fields.mayHold(.framing) { self.contentLimit = contentLimit(line) }
    let framing = try BodyFraming.decide(fields, version: version, maxBodyBytes: self.contentLimit)
    switch framing {
    case .none: state = .finished
    case .length(let length): state = .content(remaining: length)
    case .chunked: state = .chunkSize
    }
    let expects = try HeadRules.expectsContinue(fields, version)
    let request = RequestHead(line: line, fields: fields)
    return .head(
      request, expectsContinue: expects && framing != .none, keepAlive: HeadRules.keepAlive(fields, version: version))
  }

  // MARK: - Chunked content (RFC 9112 §7.1)

  private mutating func readChunkSize() throws(HTTPParseError) -> Bool {
    guard let line = try reader.takeLine(limit: 256, tooLong: .invalidChunk, invalid: .invalidChunk) else {
      return false
    }
    let (size, rest) = try ChunkSize.read(reader.bytes[line])
    guard ChunkExtensions.isValid(rest) else { throw .invalidChunk }
    // Otherwise tiny chunks with long extensions would consume unlimited bandwidth for little content.
    extensionBytes += rest.count
    guard extensionBytes <= limits.maxHeaderBytes else { throw .invalidChunk }
    guard size > 0 else {
      state = .trailers
      return true
    }
    let (total, overflow) = contentBytes.addingReportingOverflow(size)
    guard !overflow, total <= contentLimit else { throw .contentTooLarge(limit: contentLimit) }
    contentBytes = total
    state = .chunkData(remaining: size)
    return true
  }

  /// Trailers are validated and dropped: merging them into the fields is unsafe (RFC 9110 §6.5.1).
  private mutating func trailerLine() throws(HTTPParseError) -> Range<Int>? {
    let limit = limits.maxHeaderBytes - trailerBytes
    guard
      let line = try reader.takeLine(
        limit: limit, tooLong: .fieldsTooLarge(limit: limits.maxHeaderBytes), invalid: .invalidFieldLine)
    else { return nil }
    guard !line.isEmpty else { return line }
    trailerCount += 1
    guard trailerCount <= limits.maxHeaderCount else { throw .tooManyFields(limit: limits.maxHeaderCount) }
    _ = try FieldLine.split(reader.bytes, line)
    trailerBytes += line.count
    return line
  }
}
