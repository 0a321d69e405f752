import API
package import HTTPServer
import Runtime

/// The files of the pages by name. Each is prepared when a client first reads it: a start does not wait for them. Any
/// thread.
package final class PageFiles: Sendable {
  private let makers: [String: @Sendable () -> PageFile]
  private let prepared = Locked<[String: PageFile]>([:])

  /// Creates the files of these makers by name. Each maker is called once, on any thread.
  package init(_ makers: [String: @Sendable () -> PageFile]) { self.makers = makers }

  /// The file called `name`. - Throws: `Problem` 404 if there is none, and the errors of `PageFile.response`.
  package func response(to request: Request, _ name: String) throws -> Response {
    guard let make = makers[name] else { throw Problem.notFound() }
    let file = prepared.withLock { prepared in
      let file = prepared[name] ?? make()
      prepared[name] = file
      return file
    }
    return try file.response(to: request)
  }
}
