import Bytes
package import JSONCodec
package import Realtime

/// The contract of a server process: its own OpenAPI and AsyncAPI documents, as client developers read them.
package final class DocumentContract: ServerContract {
  private let documents: ServerDocuments
  private let basePath: String

  /// - Parameter basePath: `http.base_path` of the server, or "".
  package init(_ documents: ServerDocuments, basePath: String = "") {
    self.documents = documents
    self.basePath = basePath
  }

  /// See ``ServerContract``.
  package func violations(of response: WireResponse, to method: String, _ target: String) -> [String] {
    // Preflights and `OPTIONS` of paths are no operations (docs/api/README.md#methods).
    guard method != "OPTIONS", let path = path(target) else { return [] }
    if let socket = documents.socket(path) { return socket.violations(ofHandshake: response) }
    guard let methods = documents.operations(path) else {
      return isRefused(response, ["NOT_FOUND"]) ? [] : ["\(path) is not in /openapi.json"]
    }
    guard let operation = methods[method == "HEAD" ? "get" : method.lowercased()] else {
      return isRefused(response, ["METHOD_NOT_ALLOWED"]) ? [] : ["\(method) \(path) is not in /openapi.json"]
    }
    // Settings remove operations of these groups.
    if response.status == 404, documents.isRemovable(operation) { return [] }
    return documents.violations(of: response, to: operation, isHead: method == "HEAD")
  }

  /// See ``ServerContract``.
  package func violations(
    of frame: JSONValue, _ direction: MessageDeclaration.Direction, on target: String
  ) -> [String] { path(target).flatMap { documents.socket($0) }?.violations(of: frame, direction) ?? [] }

  /// See ``ServerContract``.
  package func violations(ofClose code: UInt16, on target: String) -> [String] {
    path(target).flatMap { documents.socket($0) }?.violations(ofClose: code) ?? []
  }

  /// Whether a request that no operation describes is refused: by the router with one of `codes`, or as malformed HTTP.
  private func isRefused(_ response: WireResponse, _ codes: [String]) -> Bool {
    guard let code = response.json?["error"]?["code"]?.stringValue else { return response.body.isEmpty }
    return codes.contains(code) || documents.transportCodes.contains(code)
  }

  /// The path below the base path, without a trailing slash; nil if the server has nothing there.
  private func path(_ target: String) -> String? {
    var path = target.prefix { $0 != "?" }
    guard path.hasPrefix(basePath + "/") else { return nil }
    path = path.dropFirst(basePath.count)
    if path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    return String(path)
  }
}
