package import API
import HTTPServer
import JSONCodec
import Runtime

/// `/openapi.json` and `/asyncapi.json`.
///
/// The documents are generated when a client first reads them: a start does not wait for them. Any thread.
package final class DocumentRoutes: Sendable {
  private let documents: APIDocuments
  private let openAPI = Locked<Response?>(nil)
  /// By whether clients use TLS.
  private let asyncAPI = Locked<[Bool: AsyncAPITemplate]>([:])

  /// Creates the routes of the documents of a server. - Parameter documents: without the routes of this value.
  package init(_ documents: APIDocuments) {
    var documents = documents
    documents.operations += DocumentOperations.all
    self.documents = documents
  }

  /// All routes.
  package var routes: [Route] {
    [
      .synchronous(DocumentOperations.openAPI) { [self] _ in readOpenAPI() },
      .synchronous(DocumentOperations.asyncAPI) { [self] in readAsyncAPI($0) },
    ]
  }

  private func readOpenAPI() -> Response {
    openAPI.withLock { kept in
      let response = kept ?? .json(documents.openAPI)
      kept = response
      return response
    }
  }

  private func readAsyncAPI(_ request: Request) -> Response {
    let template = asyncAPI.withLock { kept in
      let template = kept[request.isSecure] ?? AsyncAPITemplate(documents, isSecure: request.isSecure)
      kept[request.isSecure] = template
      return template
    }
    return template.response(host: request.field("Host") ?? "localhost")
  }
}

/// The encoded AsyncAPI document without the address of the server, which clients choose by `Host`: generating the document
/// for each of them would let anyone keep an event loop busy.
private struct AsyncAPITemplate: Sendable {
  private let beforeHost: [UInt8]
  private let afterHost: [UInt8]
  private static let placeholder = "host-of-the-request"

  init(_ documents: APIDocuments, isSecure: Bool) {
    let encoded = documents.asyncAPI(host: Self.placeholder, isSecure: isSecure).encoded
    let range = encoded.firstRange(of: JSONValue.string(Self.placeholder).encoded) ?? 0..<0
    beforeHost = Array(encoded[..<range.lowerBound])
    afterHost = Array(encoded[range.upperBound...])
  }

  func response(host: String) -> Response {
    let body = beforeHost + JSONValue.string(host).encoded + afterHost
    return Response(status: 200, fields: [("Content-Type", "application/json")], body: body)
  }
}
