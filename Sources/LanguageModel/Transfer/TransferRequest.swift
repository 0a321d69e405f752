/// One request to the endpoint, as libcurl is told it.
struct TransferRequest: Sendable {
  var address: EndpointAddress
  var apiKey: Secret?
  var body: [UInt8]
  var timeouts: ModelTimeouts
  /// The end of all tries.
  var deadline: ContinuousClock.Instant
  var maxBodyBytes: Int
  var certificateFile: String?
  var noProxy: String?

  /// Field lines. No `Expect`, which would cost a round trip.
  var fieldLines: [String] {
    var lines = ["Content-Type: application/json", "Accept: text/event-stream", "User-Agent: hearth", "Expect:"]
    if let apiKey { lines.append("Authorization: Bearer \(apiKey.value)") }
    return lines
  }
}
