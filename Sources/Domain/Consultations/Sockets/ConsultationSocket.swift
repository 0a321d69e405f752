import API
import Bytes
package import HTTPServer
import JSONCodec
package import Realtime
import Storage

/// `/ws/consultation?consultation_id=` and `/api/v1/consultations/{id}/ws`: one consultation, streamed.
///
/// A client without access is refused by the status of the handshake: clients of these paths show it.
package struct ConsultationSocket: RealtimeEndpoint {
  /// The frames of a path.
  package enum Vocabulary: Sendable {
    case current
    /// - Parameter meals: the socket of meals, whose events the path sends as well.
    case legacy(meals: EventEndpoint)
  }

  /// The path with the limits of the settings.
  package let declaration: EndpointDeclaration
  /// The connections and subscriptions of this node.
  package let hub: RealtimeHub
  private let vocabulary: Vocabulary
  private let consultations: ConsultationsService

  /// - Parameter consultations: its configuration sets the limits.
  package init(_ vocabulary: Vocabulary, consultations: ConsultationsService, hub: RealtimeHub) {
    declaration = Self.declaration(vocabulary, consultations.configuration)
    self.vocabulary = vocabulary
    self.consultations = consultations
    self.hub = hub
  }

  /// Refuses clients without access to an active consultation: 400, 401, 403 or 404.
  package func refusal(of request: Request) async throws -> Response? {
    if let refusal = hub.refusal(of: request) { return refusal }
    _ = try await find(request)
    return nil
  }

  /// Opens the conversation with the frames of the path.
  package func open(
    _ session: WebSocketSession, _ request: consuming Request
  ) async -> (any WebSocketConversation)? {
    // The consultation may have been completed since `refusal(of:)`. Only a close can say so after the upgrade.
    guard let consultation = try? await find(request) else {
      await session.close(1000, "The consultation is not active any more.")
      return nil
    }
    switch vocabulary {
    case .current:
      var frames = ConsultationFrames(consultation: consultation, newID: consultations.environment.newID)
      return await accept(session, request, consultation, frames) { options in
        frames.metadataAsBase64 = options["metadata"] == "base64"
        return frames
      }
    case .legacy(let meals):
      let format = LegacyConsultationFrames(consultation: consultation)
      return await accept(session, request, consultation, format, cursorType: "legacy_consultation") { options in
        LegacyConsultationFrames(consultation: consultation, meals: meals.renderer(options))
      }
    }
  }

  private func accept(
    _ session: WebSocketSession, _ request: consuming Request, _ consultation: Consultation,
    _ format: any FrameFormat, cursorType: String? = nil, renderer: (QueryOptions) -> any EventRenderer
  ) async -> (any WebSocketConversation)? {
    let requests = ConsultationRequests(
      consultation: consultation, consultations: consultations, legacyFrames: format as? LegacyConsultationFrames)
    let conversation = await ConnectionAcceptor(declaration, format: format, topic: consultation.topic, hub: hub)
      .accept(session, request) { session, client in
        EventHandler(
          session, client, renderer: renderer(client.options), cursorType: cursorType, requests: requests)
      }
    // An end of the consultation before the connection was registered did not reach it.
    if conversation != nil, await isOver(consultation) {
      hub.registry.finished(userID: consultation.userID, topic: consultation.topic)
    }
    return conversation
  }

  private func isOver(_ consultation: Consultation) async -> Bool {
    do {
      return try await consultations.get(id: consultation.id, userID: consultation.userID).status != .active
    } catch {
      return error is Problem
    }
  }

  /// The active consultation of a request. - Throws: `Problem` 400, 401, 403, 404.
  private func find(_ request: Request) async throws -> Consultation {
    guard let identity = try await hub.identity(of: request) else {
      hub.failed(address: request.remoteAddress)
      throw Problem.unauthorized()
    }
    let id = request.parameters["id"] ?? request.queryValue("consultation_id") ?? request.queryValue("consultationId")
    guard let id, !id.isEmpty else {
      throw Problem.badRequest("consultation_id is missing.", details: ["consultation_id": "required"])
    }
    let consultation = try await consultations.get(id: id, userID: identity.userID)
    guard consultation.status == .active else {
      throw Problem.badRequest(code: "CONSULTATION_NOT_ACTIVE", "This consultation is not active any more.")
    }
    return consultation
  }
}

extension ConsultationSocket {
  /// The declaration of a path.
  package static func declaration(
    _ vocabulary: Vocabulary, _ configuration: ConsultationsConfiguration = .init()
  ) -> EndpointDeclaration {
    // 5,000 characters, each of which may be a pair of escaped surrogates.
    let limits = ConnectionLimits(
      maxPerUser: configuration.maxConnections, maxPerUserSetting: "consultations.max_connections",
      maxMessageBytes: 96 << 10)
    let received = MessageDeclaration.common + ConsultationRequestType.declarations
    switch vocabulary {
    case .current:
      return EndpointDeclaration(
        path: "/ws/consultation", connectionType: "consultation",
        summary: "One consultation with the coach. `?consultation_id=` selects it.", limits: limits,
        query: [
          .string("consultation_id", "The consultation. Also `consultationId`.")
        ], options: [metadataOption(configuration)],
        messages: received + ConsultationFrameType.declarations,
        handshakeErrors: [.validation("`consultation_id` is missing.")] + handshakeErrors, errorCodes: errorCodes,
        closeCodes: closeCodes)
    case .legacy(let meals):
      // The events of meals; their other frames have this path's own form.
      let events = meals.declaration.messages.filter { $0.fields.contains { $0.name == FieldDeclaration.eventID.name } }
      return EndpointDeclaration(
        path: "/api/v1/consultations/{id}/ws", connectionType: "consultation",
        summary: "The older path for one consultation. It sends the events of meals as well.", limits: limits,
        pathParameters: [.init("id", .uuid, "The consultation.")], options: meals.declaration.options,
        messages: received + LegacyConsultationFrameType.declarations + events, handshakeErrors: handshakeErrors,
        errorCodes: errorCodes, closeCodes: closeCodes)
    }
  }

  /// Declares `?metadata=`. - Parameter configuration: its default.
  package static func metadataOption(_ configuration: ConsultationsConfiguration = .init()) -> QueryOption {
    QueryOption(
      "metadata", values: ["object", "base64"], default: configuration.metadataAsBase64 ? "base64" : "object",
      "The form of `metadata` in `template_created`.")
  }

  private static let handshakeErrors = [
    ErrorDeclaration(400, "CONSULTATION_NOT_ACTIVE", "The consultation is completed."), .unauthorized,
    .invalidAPIKey, .forbidden("The consultation belongs to another account."),
    .notFound("There is no such consultation."),
  ]

  private static let errorCodes = [
    ErrorCodeDeclaration("CONSULTATION_NOT_ACTIVE", "The consultation is completed."),
    ErrorCodeDeclaration("AI_SERVICE_ERROR", "The coach could not answer."),
    ErrorCodeDeclaration("MESSAGE_ID_REUSED", "The id belongs to a message with other content."),
    ErrorCodeDeclaration("TOO_MANY_PENDING", "Too many messages wait for an answer."),
    ErrorCodeDeclaration("VALIDATION_ERROR", "A field of the message is invalid."),
    ErrorCodeDeclaration("QUOTA_EXCEEDED", "The account's storage is full."),
    ErrorCodeDeclaration("TEMPLATE_LIMIT", "The account has as many templates as it may have."),
  ]

  private static let closeCodes = [CloseCodeDeclaration(1000, "The consultation is completed.")]
}
