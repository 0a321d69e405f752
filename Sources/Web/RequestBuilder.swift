import Bytes
import HTTPCodec

/// Turns a parsed head and content into the request that handlers see.
enum RequestBuilder {
  /// - Returns: nil where the target cannot be understood (bad percent-encoding, text that is not UTF-8).
  static func build(
    _ head: RequestHead, _ body: [UInt8], _ remoteAddress: String, id: String
  ) -> (request: Request, segments: [String])? {
    guard let target = RequestTarget(head.target, method: head.method) else { return nil }
    var segments: [String] = []
    for raw in target.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      guard let segment = PercentEncoding.decode(raw, plusIsSpace: false) else { return nil }
      segments.append(segment)
    }
    if segments.last == "" { segments.removeLast() }
    guard let query = parseQuery(target.query ?? "") else { return nil }
    var fields = head.fields
    // A target that names the host has the last word (RFC 9112 §3.2.2).
    if let authority = target.authority { fields.replace("Host", with: authority) }
    let request = Request(
      method: head.method, path: "/" + segments.joined(separator: "/"), query: query, fields: fields, body: body,
      remoteAddress: remoteAddress, id: id)
    return (request, segments)
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
