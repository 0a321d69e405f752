import HTTPCodec

/// The synchronous route of the last request line of a connection.
struct SynchronousRouteCache {
  private var line: RequestLine?
  private var route: SynchronousRoute?

  /// The synchronous route of a request line. The parser returns the same object for a repeated line.
  mutating func route(of line: RequestLine, in loopContext: LoopContext) -> SynchronousRoute? {
    if line !== self.line {
      self.line = line
      route = loopContext.synchronousRoute(line.method, line.target.path)
    }
    return route
  }
}
