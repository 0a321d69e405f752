package import JSONCodec
import Runtime

/// The OpenAPI and AsyncAPI documents of the built program.
package final class ServerDocuments: Sendable {
  /// The template of a path in segments, and what it has.
  private typealias Template<Value> = (segments: [Substring], value: Value)

  private let check: SchemaCheck
  /// The operations of each path by method in lower case.
  private let paths: [Template<[String: JSONValue]>]
  private let sockets: [Template<SocketDocument>]
  /// The codes of malformed HTTP.
  let transportCodes: Set<String> = [
    "BAD_REQUEST", "REQUEST_TIMEOUT", "CONTENT_TOO_LARGE", "URI_TOO_LONG", "EXPECTATION_FAILED", "HEADERS_TOO_LARGE",
    "NOT_IMPLEMENTED", "VERSION_NOT_SUPPORTED", "SHUTTING_DOWN", "BAD_UPGRADE", "UPGRADE_REQUIRED",
  ]

  /// - Parameters:
  ///   - openAPI: the content of `/openapi.json`.
  ///   - asyncAPI: the content of `/asyncapi.json`.
  package init(openAPI: JSONValue, asyncAPI: JSONValue) {
    check = SchemaCheck(document: openAPI)
    paths = (openAPI["paths"]?.objectValue ?? [:]).map { ($0.split(separator: "/"), $1.objectValue ?? [:]) }
    sockets = (asyncAPI["channels"]?.objectValue ?? [:]).values.map { channel in
      let address = channel["address"]?.stringValue ?? ""
      return (address.split(separator: "/"), SocketDocument(channel, SchemaCheck(document: asyncAPI)))
    }
  }

  /// The documents of the built program with `--dev`, which `hearth openapi` and `hearth asyncapi` print. They are read
  /// once, by commands and not by requests: tests count requests.
  package static let program = Result { () throws(WireError) in
    ServerDocuments(openAPI: try printed("openapi"), asyncAPI: try printed("asyncapi"))
  }

  private static func printed(_ command: String) throws(WireError) -> JSONValue {
    let run = try ProgramRun([try ServerProcess.executable(), command, "--dev"])
    guard run.exit == .code(0), let value = try? JSONValue(parsing: Array(run.output.joined(separator: "\n").utf8))
    else {
      throw .server("hearth \(command) --dev: \(run.exit) \(run.output.joined().prefix(500))")
    }
    return value
  }

  // MARK: - REST

  /// The operations of a path by method in lower case; nil if the path is not described.
  func operations(_ path: String) -> [String: JSONValue]? { Self.find(path, paths) }

  /// Whether a setting can remove the operation from a server.
  func isRemovable(_ operation: JSONValue) -> Bool {
    operation["tags"]?.arrayValue?.contains { ["Server", "Pages", "Development"].contains($0.stringValue) } ?? false
  }

  /// The differences between a response and its operation. - Parameter isHead: whether it has no content by its method.
  func violations(of response: WireResponse, to operation: JSONValue, isHead: Bool) -> [String] {
    let name = "\(operation["operationId"]?.stringValue ?? "") \(response.status)"
    guard let declared = operation["responses"]?[String(response.status)].map(check.resolved) else {
      return ["\(name) is not declared"]
    }
    if isHead || response.status == 304 { return [] }
    guard let content = declared["content"]?.objectValue else {
      return response.body.isEmpty ? [] : ["\(name) has content"]
    }
    let type = String((response["Content-Type"] ?? "").prefix { $0 != ";" })
    guard let schema = content[type]?["schema"] else { return ["\(name) has the media type \(type)"] }
    guard type == "application/json" else { return [] }
    guard let value = response.json else { return ["\(name) is not JSON"] }
    return check.violations(value, schema, at: name, isOpen: false)
  }

  // MARK: - Sockets

  func socket(_ path: String) -> SocketDocument? { Self.find(path, sockets) }

  /// The value of the template that a path has. A literal segment has priority over a parameter, as in the router.
  private static func find<Value>(_ path: String, _ templates: [Template<Value>]) -> Value? {
    let path = path.split(separator: "/")
    return templates.filter { template in
      template.segments.count == path.count
        && zip(template.segments, path).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
    }.min { parameters($0.segments) < parameters($1.segments) }?.value
  }

  private static func parameters(_ segments: [Substring]) -> Int { segments.count { $0.hasPrefix("{") } }
}
