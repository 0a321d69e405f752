/// The parameters of one request to the endpoint.
struct TransferRequest: Sendable {
  var address: EndpointAddress
  var apiKey: Secret?
  var body: [UInt8]
  var timeouts: ModelTimeouts
  /// The deadline of all attempts.
  var deadline: ContinuousClock.Instant
  var maxBodyBytes: Int
  var certificateFile: String?
  var noProxy: String?

  /// The field lines. `Expect` is removed, because `100-continue` costs a round trip.
  var fieldLines: [String] {
    var lines = ["Content-Type: application/json", "Accept: text/event-stream", "User-Agent: hearth", "Expect:"]
    if let apiKey { lines.append("Authorization: Bearer \(apiKey.value)") }
    return lines
  }
}
