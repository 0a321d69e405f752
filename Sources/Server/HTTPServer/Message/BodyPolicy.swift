import HTTPCodec

/// The way in which the content of a request reaches its handler.
package enum BodyPolicy: Sendable, Equatable {
  /// Complete, in `Request.body`, up to the limit of the server.
  case collected
  /// In pieces while it arrives, from `Request.stream`.
  /// - Parameter maxBytes: the maximum content. It replaces the limit of the server.
  case streamed(maxBytes: Int)
}

extension ServerContext {
  /// The body policy of the route that a request line selects.
  func bodyPolicy(of line: RequestLine) -> BodyPolicy {
    guard streamsRequests, var selected = RequestBuilder.selection(line),
      http.basePath.strip(&selected.request, &selected.segments)
    else { return .collected }
    return handler.bodyPolicy(of: selected.request, segments: selected.segments)
  }
}
