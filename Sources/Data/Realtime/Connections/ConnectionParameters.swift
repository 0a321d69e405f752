import API
import HTTPServer

/// The query parameters of an upgrade request.
struct ConnectionParameters: Equatable {
  /// `?since=`: the position after which the client continues.
  var since: Int64?
  var options: QueryOptions
  /// `?device_id=`.
  var deviceID: String?

  /// A parameter is invalid.
  struct Invalid: Error, Equatable {
    var details: String
  }

  /// - Parameters:
  ///   - options: those of the endpoint.
  ///   - others: those of other endpoints, which are validated and ignored. Any other parameter is ignored.
  init(
    _ request: Request, options: [QueryOption] = [], others: [QueryOption] = [], maxDeviceBytes: Int = 128
  ) throws(Invalid) {
    if let text = request.queryValue("since") {
      guard let id = Int64(text), id >= 0 else {
        throw Invalid(details: "since must be the id of the last received event, a number from 0.")
      }
      since = id
    }
    var selected: [String: String] = [:]
    for option in options {
      let value = request.queryValue(option.name) ?? option.defaultValue
      guard option.values.contains(value) else {
        throw Self.invalid(option)
      }
      selected[option.name] = value
    }
    self.options = QueryOptions(selected)
    for option in others where selected[option.name] == nil {
      guard let value = request.queryValue(option.name), !option.values.contains(value) else { continue }
      throw Self.invalid(option)
    }
    if let device = request.queryValue("device_id"), !device.isEmpty {
      guard device.utf8.count <= maxDeviceBytes else {
        throw Invalid(details: "device_id may have at most \(maxDeviceBytes) bytes.")
      }
      deviceID = device
    }
  }

  private static func invalid(_ option: QueryOption) -> Invalid {
    Invalid(details: "\(option.name) must be \(option.values.joined(separator: " or ")).")
  }

  /// The token of `?token=` or of `Authorization: Bearer` (RFC 6750 §2.1). The query has priority.
  static func token(of request: Request) -> String? {
    if let token = request.queryValue("token"), !token.isEmpty { return token }
    return BearerToken.of(request)
  }
}
