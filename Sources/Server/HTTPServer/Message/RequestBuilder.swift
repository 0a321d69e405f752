import Bytes
import HTTPCodec

/// Builds the request for handlers from a parsed head and content.
enum RequestBuilder {
  /// A request with the decoded segments of its path.
  ///
  /// Not copyable, because the compiler would copy all parts of each request.
  struct Built: ~Copyable {
    var request: Request
    /// The decoded segments of the path; nil if they are the text between its slashes.
    var segments: [String]?
  }

  /// Builds a request. - Returns: nil if the target is not valid UTF-8 after percent-decoding.
  static func build(_ head: RequestHead, _ body: [UInt8], _ remoteAddress: String, id: String) -> Built? {
    let target = head.line.target
    var path = target.path
    var segments: [String]?
    if !target.isPlain {
      guard let decoded = decodedSegments(path) else { return nil }
      path = "/" + decoded.joined(separator: "/")
      segments = decoded
    }
    var query: [(name: String, value: String)] = []
    if let text = target.query {
      guard let pairs = parseQuery(text) else { return nil }
      query = pairs
    }
    var fields = head.fields
    // The authority of an absolute-form target replaces Host (RFC 9112 §3.2.2).
    if let authority = target.authority { fields.replace("Host", with: authority) }
    return Built(
      request: Request(
        method: head.line.method, path: path, query: query, fields: fields, body: body, remoteAddress: remoteAddress,
        id: id),
      segments: segments)
  }

  /// The parts of a request that select its route. - Returns: nil if its path is not valid UTF-8 after percent-decoding.
  static func selection(_ line: RequestLine) -> Built? {
    let target = line.target
    guard !target.isPlain else { return Built(request: Request(method: line.method, path: target.path)) }
    guard let segments = decodedSegments(target.path) else { return nil }
    return Built(
      request: Request(method: line.method, path: "/" + segments.joined(separator: "/")), segments: segments)
  }

  private static func decodedSegments(_ path: String) -> [String]? {
    var segments: [String] = []
    for raw in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      guard let segment = PercentEncoding.decode(raw, plusIsSpace: false) else { return nil }
      segments.append(segment)
    }
    if segments.last == "" { segments.removeLast() }
    return segments
  }

  private static func parseQuery(_ query: String) -> [(name: String, value: String)]? {
    var result: [(name: String, value: String)] = []
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentEncoding.decode(parts[0], plusIsSpace: true),
        let value = PercentEncoding.decode(parts.count > 1 ? parts[1] : "", plusIsSpace: true)
      else { return nil }
      result.append((name, value))
    }
    return result
  }
}
