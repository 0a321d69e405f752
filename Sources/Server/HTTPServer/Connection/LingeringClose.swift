import HTTPCodec
import Net

/// The end of an HTTP connection after its last response: discards what the peer still sends, within a budget.
struct LingeringClose {
  let connection: ByteConnection
  let http: HTTPConfiguration

  func perform() async {
    guard await connection.drained(timeout: http.idleTimeout) else { return }
    connection.shutdownWriting()
    var budget = LingerBudget(messageLimit: http.limits.maxBodyBytes, timeout: http.lingerTimeout, now: .now)
    while connection.isOpen, !budget.isSpent, ContinuousClock.now < budget.end {
      let due = budget.due(.now)
      guard case .bytes(let count) = await unsafe connection.receive(until: due, { _ in }) else { break }
      budget.received(count)
    }
    connection.close()
  }
}
