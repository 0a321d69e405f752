import API
import HTTPServer

/// What an upgrade request says about the connection it asks for.
struct ConnectionParameters: Equatable {
  var options: DialectOptions
  /// `?since=`: the last event that the client has heard.
  var since: Int64?
  /// `?device_id=`.
  var deviceID: String?

  /// A parameter that cannot be read.
  struct Invalid: Error, Equatable {
    var details: String
  }

  /// - Parameter options: those of a client that does not say.
  init(
    _ request: Request, options: DialectOptions = DialectOptions(), maxDeviceBytes: Int = 128
  ) throws(Invalid) {
    self.options = options
    if let text = request.queryValue("since") {
      guard let id = Int64(text), id >= 0 else {
        throw Invalid(details: "since must be the number of what was heard last: 0 or more.")
      }
      since = id
    }
    switch request.queryValue("quantity") {
    case nil: break
    case "text": self.options.quantityAsNumber = false
    case "number": self.options.quantityAsNumber = true
    default: throw Invalid(details: "quantity must be text or number.")
    }
    switch request.queryValue("metadata") {
    case nil: break
    case "object": self.options.metadataAsBase64 = false
    case "base64": self.options.metadataAsBase64 = true
    default: throw Invalid(details: "metadata must be object or base64.")
    }
    if let device = request.queryValue("device_id"), !device.isEmpty {
      guard device.utf8.count <= maxDeviceBytes else {
        throw Invalid(details: "device_id may have at most \(maxDeviceBytes) bytes.")
      }
      deviceID = device
    }
  }

  /// The token of `?token=` or of `Authorization: Bearer` (RFC 6750 §2.1); the query wins.
  static func token(of request: Request) -> String? {
    if let token = request.queryValue("token"), !token.isEmpty { return token }
    return BearerToken.of(request)
  }
}
