import JSONCodec

/// The error object of an endpoint, in a response body or within a stream:
/// `{"error":{"message":"…","type":"…","code":"…"}}`, or `{"error":"…"}`.
struct EndpointProblem: Sendable, Equatable {
  static let maxMessageBytes = 200

  /// One line without the key.
  let message: String
  /// `code`, or else `type`.
  let code: String

  /// - Parameter error: the member `error`.
  init(_ error: JSONValue?, secret: Secret?) {
    let text = error?["message"]?.stringValue ?? error?.stringValue ?? ""
    message = Self.line(text, secret: secret)
    let codes = [error?["code"], error?["type"]].lazy.compactMap {
      $0?.stringValue ?? $0?.integerValue.map(String.init)
    }
    code = Self.line(codes.first ?? "", secret: secret)
  }

  /// - Parameter body: the beginning of a response that is not a stream.
  init(body: [UInt8], secret: Secret?) {
    let value = try? JSONValue(parsing: body)
    self.init(value?["error"] ?? value?["detail"] ?? value, secret: secret)
  }

  /// Returns the error for a response with `status`.
  func error(status: Int, retryAfter: Duration?) -> LanguageModelError {
    switch status {
    // An account without credit is not a transient limit.
    case 429 where code == "insufficient_quota": .refused(status: status, message: reason)
    case 429: .rateLimited(retryAfter: retryAfter)
    case 408, 500...599: .serverError(status: status)
    case 300..<400: .badResponse(.redirected(status))
    // Messages about keys quote them.
    case 401, 403: .refused(status: status, message: code)
    case 400..<500: .refused(status: status, message: reason)
    default: .badResponse(.status(status))
    }
  }

  /// The error within a stream, whose status was 200.
  var errorInStream: LanguageModelError {
    if let status = Int(code), (400..<600).contains(status) { return error(status: status, retryAfter: nil) }
    return switch code {
    case "rate_limit_exceeded", "rate_limit_error": .rateLimited(retryAfter: nil)
    case "server_error", "internal_error", "api_error": .serverError(status: 500)
    case "overloaded_error", "service_unavailable": .serverError(status: 503)
    default: .refused(status: 200, message: reason)
    }
  }

  private var reason: String { message.isEmpty ? code : message }

  /// Returns one short line of visible characters without the key. The text is cut before the removal to bound its cost,
  /// and after it, so that no part of a key remains at the cut.
  private static func line(_ text: String, secret: Secret?) -> String {
    let visible = text.unicodeScalars.prefix(4 * maxMessageBytes).map { scalar in
      scalar.properties.generalCategory.isVisible ? Character(scalar) : " "
    }
    let whole = String(visible)
    let clean = secret?.removed(from: whole) ?? whole
    var bytes = 0
    return String(
      clean.prefix { character in
        bytes += character.utf8.count
        return bytes <= maxMessageBytes
      })
  }
}

extension Unicode.GeneralCategory {
  /// Whether scalars of this category are visible on one line.
  var isVisible: Bool {
    switch self {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}

extension LanguageModelError {
  /// The error that a client reports for a response with `status` and the error code of its body.
  /// - Parameter status: 400 to 599.
  package init(status: Int, code: String) {
    self = EndpointProblem(["code": .string(code)], secret: nil).error(status: status, retryAfter: nil)
  }
}
