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
  private let asyncAPI = Locked<[ServerAddress: Response]>([:])
  /// The maximum number of kept documents that differ in the address of the server, which clients choose by `Host`.
  private static let maxAddresses = 8

  private struct ServerAddress: Hashable {
    var host: String
    var isSecure: Bool
  }

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
    let address = ServerAddress(host: request.field("Host") ?? "localhost", isSecure: request.isSecure)
    if let response = asyncAPI.withLock({ $0[address] }) { return response }
    let response = Response.json(documents.asyncAPI(host: address.host, isSecure: address.isSecure))
    asyncAPI.withLock { kept in
      if kept.count >= Self.maxAddresses { kept.removeAll() }
      kept[address] = response
    }
    return response
  }
}
