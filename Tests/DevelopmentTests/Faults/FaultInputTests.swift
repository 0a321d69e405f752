import API
import HTTPServer
import JSONCodec
import Testing

@testable import Development

/// The faults that a request body declares.
@Suite struct FaultInputTests {
  private static func fault(_ body: String) throws -> Fault {
    try FaultInput.fault(Request(method: "POST", path: "/dev/faults", body: Array(body.utf8)))
  }

  struct Row: Sendable {
    var body: String
    var fault: Fault

    init(_ body: String, _ effect: Fault.Effect, _ point: FaultPoint, _ match: FaultMatch = FaultMatch()) {
      self.body = body
      fault = Fault(effect: effect, point: point, match: match)
    }
  }

  @Test(arguments: [
    Row(#"{"kind":"status","status":503}"#, .status(FaultStatus(503, retryAfter: 1)), .request),
    Row(
      #"{"kind":"status","status":418,"code":"TEAPOT","message":"No.","on":"response"}"#,
      .status(FaultStatus(418, code: "TEAPOT", message: "No.")), .response),
    Row(#"{"kind":"delay","ms":10}"#, .delay(milliseconds: 10, jitter: 0), .request),
    Row(
      #"{"kind":"delay","ms":10,"jitter_ms":5,"match":{"message_type":"x"}}"#, .delay(milliseconds: 10, jitter: 5),
      .frame, FaultMatch(messageType: "x")),
    Row(#"{"kind":"slow_body","bytes_per_s":9}"#, .slowBody(bytesPerSecond: 9), .response),
    Row(#"{"kind":"reset","on":"now"}"#, .reset, .now),
    Row(
      #"{"kind":"half_open","ms":5,"match":{"direction":"in"}}"#, .halfOpen(milliseconds: 5), .frame,
      FaultMatch(direction: .incoming)),
    Row(#"{"kind":"swallow_pongs"}"#, .swallowPongs, .frame),
    Row(#"{"kind":"close","close_code":4001,"reason":"x"}"#, .close(code: 4001, reason: "x"), .now),
    Row(#"{"kind":"drop","match":{"path":"/ws/*"}}"#, .drop, .frame, FaultMatch(path: "/ws/*")),
    Row(#"{"kind":"duplicate"}"#, .duplicate, .frame), Row(#"{"kind":"hold"}"#, .hold(milliseconds: nil), .frame),
    Row(#"{"kind":"reorder"}"#, .reorder(window: 2, milliseconds: 1000), .frame),
    Row(#"{"kind":"reset","match":{"method":"post"}}"#, .reset, .request, FaultMatch(method: "POST")),
  ])
  func readsEveryKind(_ row: Row) throws {
    #expect(try Self.fault(row.body) == row.fault)
  }

  struct Refusal: Sendable {
    var body: String
    var member: String

    init(_ body: String, _ member: String) {
      self.body = body
      self.member = member
    }
  }

  @Test(arguments: [
    Refusal("{}", "kind"), Refusal(#"{"kind":"explode"}"#, "kind"), Refusal(#"{"kind":"status"}"#, "status"),
    Refusal(#"{"kind":"status","status":200}"#, "status"), Refusal(#"{"kind":"delay"}"#, "ms"),
    Refusal(#"{"kind":"delay","ms":300001}"#, "ms"), Refusal(#"{"kind":"delay","ms":1,"jitter_ms":-1}"#, "jitter_ms"),
    Refusal(#"{"kind":"slow_body","bytes_per_s":0}"#, "bytes_per_s"), Refusal(#"{"kind":"close"}"#, "close_code"),
    Refusal(#"{"kind":"close","close_code":70000}"#, "close_code"),
    Refusal(#"{"kind":"reorder","window":17}"#, "window"), Refusal(#"{"kind":"drop","on":"request"}"#, "on"),
    Refusal(#"{"kind":"drop","match":[]}"#, "match"),
    Refusal(#"{"kind":"drop","match":{"method":"GET"}}"#, "match.method"),
    Refusal(#"{"kind":"status","status":500,"match":{"message_type":"x"}}"#, "match.message_type"),
    Refusal(#"{"kind":"duplicate","match":{"direction":"in"}}"#, "match.direction"),
    Refusal(#"{"kind":"reset","on":"request","match":{"direction":"in"}}"#, "match.direction"),
    Refusal(#"{"kind":"reset","count":0}"#, "count"), Refusal(#"{"kind":"reset","probability":1.1}"#, "probability"),
    Refusal(#"{"kind":"reset","seed":-1}"#, "seed"),
  ])
  func namesTheInvalidMember(_ refusal: Refusal) throws {
    let problem = #expect(throws: Problem.self) { try Self.fault(refusal.body) }
    #expect(
      problem?.status == 400 && problem?.details.keys.contains(refusal.member) == true, "\(problem.debugDescription)")
  }

  @Test func everyOperationIsDeclaredCompletely() {
    let operations = [
      FaultOperations.list, FaultOperations.create, FaultOperations.deleteAll, FaultOperations.delete,
      FaultOperations.release, TrafficOperations.list, TrafficOperations.record, TrafficOperations.clear,
    ]
    for operation in operations { #expect(operation.violations() == []) }
    #expect(Set(operations.map(\.id)).count == operations.count)
  }
}
