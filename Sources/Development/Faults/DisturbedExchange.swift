import HTTPServer
import Runtime

/// Disturbs and records one request and its response. Confined to the loop of their connection.
final class DisturbedExchange: ExchangeInterceptor {
  private let request: Request
  private let connection: InterceptedConnection
  private let faults: FaultInjector
  private let recorder: ExchangeRecorder
  private var faultIDs: [Int] = []

  init(
    _ request: Request, on connection: InterceptedConnection, faults: FaultInjector, recorder: ExchangeRecorder
  ) {
    self.request = request
    self.connection = connection
    self.faults = faults
    self.recorder = recorder
  }

  func received() async -> ExchangeAction { await disturb(.request, nil) }

  func responding(_ response: Response) async -> ExchangeAction { await disturb(.response, response) }

  func responded(_ response: Response?) { recorder.responded(response, to: request, faultIDs: faultIDs) }

  private func disturb(_ point: FaultPoint, _ response: Response?) async -> ExchangeAction {
    let event = FaultEvent(
      point: point, path: request.path, connection: connection.number, method: request.method)
    let firings = faults.firings(at: event)
    guard !firings.isEmpty else { return .proceed }
    faultIDs += firings.ids
    for firing in firings { recorder.fired(firing, for: request) }
    if let delay = firings.delay { await wait(firings.ids, until: ContinuousClock.now + delay) }
    guard connection.isOpen else { return end() }
    return await apply(firings.decision, response)
  }

  private func apply(_ firing: FaultFiring?, _ response: Response?) async -> ExchangeAction {
    guard let firing else { return .proceed }
    switch firing.action {
    case .status(let status): return .respond(status.response)
    case .slowBody(let rate):
      guard var response, response.source != nil || !response.body.isEmpty else { return .proceed }
      let pace = BodyPace(
        bytesPerSecond: rate, faultID: firing.faultID, faults: faults,
        connection: LoopBound(connection, on: connection.loop), loop: connection.loop)
      response.source = PacedBody(response, pace)
      return .respond(response)
    case .reset:
      connection.reset()
      return end()
    case .halfOpen(let milliseconds):
      await wait([firing.faultID], until: milliseconds.map { ContinuousClock.now + .milliseconds($0) })
      return connection.isOpen ? .proceed : end()
    case .delay, .swallow, .close, .drop, .duplicate, .hold, .reorder: return .proceed
    }
  }

  private func end() -> ExchangeAction {
    recorder.ended(request, faultIDs: faultIDs)
    return .end
  }

  private func wait(_ faultIDs: [Int], until due: ContinuousClock.Instant?) async {
    let wait = FaultWait(
      faultIDs: faultIDs, loop: connection.loop, connection: LoopBound(connection, on: connection.loop))
    let number = faults.began(wait)
    _ = await connection.wait(until: due)
    faults.ended(wait: number)
  }
}
