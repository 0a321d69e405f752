import HTTPServer

/// The paths of a server's sockets, for the response to a client that requests another one.
struct SocketPaths: Sendable {
  let templates: [String]
  let basePath: BasePath

  /// Longer paths are not compared: the cost grows with the length of the path and of all templates.
  private static let maxPathBytes = 100

  /// 404 that names the nearest socket path if the request looks like one for a socket.
  func notFound(_ request: Request) -> Problem {
    guard Self.isForSocket(request) else { return .notFound() }
    guard let nearest = nearest(to: request.path) else { return .notFound("Unknown socket path.") }
    return .notFound("Unknown socket path. Did you mean \(basePath.text + nearest)?")
  }

  private static func isForSocket(_ request: Request) -> Bool {
    request.path == "/ws" || request.path.hasPrefix("/ws/")
      || request.field("Upgrade")?.lowercased().contains("websocket") == true
  }

  /// The template with the fewest edits to `path`; nil if more than half of the path differs.
  /// - Parameter path: decoded.
  func nearest(to path: String) -> String? {
    guard path.utf8.count <= Self.maxPathBytes else { return nil }
    let lower = path.lowercased()
    let candidates = templates.map { (template: $0, distance: Self.distance($0, lower)) }
    guard let best = candidates.min(by: { $0.distance < $1.distance }), best.distance <= max(1, lower.utf8.count / 2)
    else { return nil }
    return best.template
  }

  /// Edits between a path and a template, whose parameters match any segment at the same place. One that is missing at the
  /// end of the path is one edit.
  private static func distance(_ template: String, _ path: String) -> Int {
    var pieces = template.split(separator: "/")
    let segments = path.split(separator: "/")
    if pieces.count == segments.count + 1, pieces.last?.hasPrefix("{") == true {
      pieces.removeLast()
      return edits(Array(pieces.joined(separator: "/").utf8), Array(segments.joined(separator: "/").utf8)) + 1
    }
    if pieces.count == segments.count {
      for (index, piece) in pieces.enumerated() where piece.hasPrefix("{") { pieces[index] = segments[index] }
    }
    return edits(Array(pieces.joined(separator: "/").utf8), Array(segments.joined(separator: "/").utf8))
  }

  /// The Levenshtein distance: insertions, deletions and replacements of bytes.
  private static func edits(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var row = Array(0...second.count)
    for (index, byte) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in second.enumerated() {
        let replaced = diagonal + (byte == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return row[second.count]
  }
}
