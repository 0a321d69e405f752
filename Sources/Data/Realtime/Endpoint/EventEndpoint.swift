package import HTTPServer

/// A path that sends a user's events: a handler with a subscription and a renderer.
package struct EventEndpoint: RealtimeEndpoint {
  /// The path, its limits, query options and messages.
  package let declaration: EndpointDeclaration
  /// The connections and subscriptions of this node.
  package let hub: RealtimeHub
  private let format: any FrameFormat
  private let makeRenderer: @Sendable (QueryOptions) -> any EventRenderer

  /// - Parameter renderer: makes the renderer of one connection from its query options.
  package init(
    _ declaration: EndpointDeclaration, hub: RealtimeHub, format: any FrameFormat,
    renderer: @escaping @Sendable (QueryOptions) -> any EventRenderer
  ) {
    self.declaration = declaration
    self.hub = hub
    self.format = format
    makeRenderer = renderer
  }

  /// Accepts a connection and sends the events that it missed.
  package func open(
    _ session: WebSocketSession, _ request: consuming Request
  ) async -> (any WebSocketConversation)? {
    await connect(session, request)
  }

  /// Makes the renderer of one connection. A path that includes the events of this one renders them by it.
  package func renderer(_ options: QueryOptions) -> any EventRenderer { makeRenderer(options) }

  /// Accepts a connection of any transport.
  func connect(_ transport: any SocketTransport, _ request: consuming Request) async -> SocketConversation? {
    await ConnectionAcceptor(declaration, format: format, hub: hub).accept(transport, request) { session, client in
      EventHandler(session, client, renderer: renderer(client.options))
    }
  }
}
