import Bytes
import HTTPCodec
import HTTPServer
import Runtime

/// Records one request with its response. Confined to the loop of their connection.
struct ExchangeRecorder {
  private let log: TrafficLog
  private let environment: Environment
  private let basePath: String
  private let connection: Int
  private let time: Timestamp
  private let started = MonotonicInstant.now

  /// The request is complete now. - Parameter basePath: `/hearth`, or "" for the root.
  init(log: TrafficLog, environment: Environment, basePath: String, connection: Int) {
    self.log = log
    self.environment = environment
    self.basePath = basePath
    self.connection = connection
    time = environment.now()
  }

  /// Records a response, which is sent now; nil for the upgrade to a socket.
  func responded(_ response: Response?, to request: Request, faultIDs: [Int]) {
    record(request, status: response?.status ?? 101, response, faultIDs)
  }

  /// Records a request that gets no response.
  func ended(_ request: Request, faultIDs: [Int]) { record(request, status: nil, nil, faultIDs) }

  /// Records the firing of a fault.
  func fired(_ firing: FaultFiring, for request: Request) {
    guard log.isRecording else { return }
    let record = FiringRecord(
      faultID: firing.faultID, kind: firing.kind, summary: firing.action.summary, method: request.method)
    log.append(entry(request, environment.now(), .firing(record)))
  }

  private func record(_ request: Request, status: Int?, _ response: Response?, _ faultIDs: [Int]) {
    guard log.isRecording else { return }
    let milliseconds = Double(MonotonicInstant.now.since(started)) / 1_000_000
    let record = ExchangeRecord(
      method: request.method, url: url(of: request), requestID: request.id, status: status,
      milliseconds: (milliseconds * 1000).rounded() / 1000, request: Self.content(of: request),
      response: response.map(Self.content), faultIDs: faultIDs)
    log.append(entry(request, time, .exchange(record)))
  }

  private func entry(_ request: Request, _ time: Timestamp, _ content: TrafficEntry.Content) -> TrafficEntry {
    TrafficEntry(
      time: time, connection: connection, client: request.remoteAddress, path: TrafficRedaction.text(request.path),
      content: content)
  }

  private func url(of request: Request) -> String {
    let path = TrafficRedaction.text(request.path).split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
    let authority = TrafficRedaction.text(request.field("Host") ?? "localhost")
    return (request.isSecure ? "https://" : "http://") + authority + basePath + path
      + TrafficRedaction.query(request.query)
  }

  private static func content(of request: Request) -> ContentRecord {
    let (body, isTruncated) = TrafficRedaction.content(request.body, maxBytes: TrafficLog.maxBodyBytes)
    return ContentRecord(
      headers: TrafficRedaction.fields(request.fields.pairs), bytes: request.stream == nil ? request.body.count : nil,
      body: body, isTruncated: isTruncated)
  }

  private static func content(of response: Response) -> ContentRecord {
    let (body, isTruncated) = TrafficRedaction.content(response.body, maxBytes: TrafficLog.maxBodyBytes)
    return ContentRecord(
      headers: TrafficRedaction.fields(response.fields),
      bytes: response.source == nil ? response.body.count : response.source?.length, body: body,
      isTruncated: isTruncated)
  }
}
