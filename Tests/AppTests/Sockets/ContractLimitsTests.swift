import Foundation
import Glibc
import JSONCodec
import Storage
import TestSupport
import Testing

/// The number of sockets and the latency of notifications (docs/api/limits.md#sockets), on the real program.
@Suite(.timeLimit(.minutes(5))) struct ContractLimitsTests {
  private static let count = 1000

  /// Descriptors for both ends of the sockets, where the system allows them.
  private static func raiseDescriptorLimit() {
    var limit = rlimit()
    let files = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    guard unsafe getrlimit(files, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(files, &limit)
  }

  private static func userID(_ number: Int) -> String {
    let digits = String(number)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  @Test func deliversOnlyOwnEventsToEachOfAThousandUsers() async throws {
    try await runBlocking {
      Self.raiseDescriptorLimit()
      let folder = try TemporaryFolder()
      try DataReader.change(folder) { connection in
        for number in 0..<Self.count {
          try connection.execute(
            """
            INSERT INTO users (id, number, username, username_key, password_hash, created_at, updated_at)
            VALUES ($1, $2, $1, $1, '', 0, 0)
            """, [.text(Self.userID(number)), .integer(Int64(number))])
        }
      }
      // Tokens of another issuer, so that no thousand passwords must be hashed.
      let pair = try SignatureKeyPair(.edDSA)
      let set: JSONValue = ["keys": [.object(pair.jwk(id: "k"))]]
      try Data(set.encoded).write(to: URL(fileURLWithPath: folder.path + "/keys.json"))
      let server = try ServerProcess(
        folder: folder, arguments: [], environment: ["HEARTH_AUTH_JWK_SET_FILE": folder.path + "/keys.json"])
      let expiry = JSONValue.integer(Int64(Date().timeIntervalSince1970) + 3600)
      let tokens = (0..<Self.count).map { number in
        pair.token(["sub": .string(Self.userID(number)), "exp": expiry], header: ["kid": "k"])
      }
      let sockets = try tokens.map { token in
        try WebSocketTestClient.connect(port: server.port, "/ws/meal-logs?token=\(token)", limit: .seconds(60))
      }
      for (number, socket) in sockets.enumerated() {
        #expect(try socket.receiveJSON()["user_id"] == .string(Self.userID(number)))
      }
      try SignedIn.until("a row for each") {
        let rows = try DataReader.rows(folder, "SELECT COUNT(*) AS n FROM active_websocket_connections")
        return rows.first?.integer("n") == Int64(Self.count)
      }
      let chosen = [0, 1, 499, 998, 999]
      let http = try HTTPTestClient(port: server.port)
      for number in chosen {
        let meal: JSONValue = ["raw_input": .string("\(number + 1) g rice"), "meal_type": "lunch"]
        let answer = try http.request("POST", "/api/v1/meal-logs/natural", token: tokens[number], json: meal)
        #expect(answer.status == 201)
        let frame = try sockets[number].receiveJSON()
        #expect(frame["type"] == "meal_log.completed" && frame["data"]?["raw_input"] == meal["raw_input"])
      }
      for socket in sockets { #expect(try socket.messagesBeforePong().isEmpty) }
    }
  }

  /// Results are delivered within 500 ms. The slower quarter is not checked: other processes may use the machine.
  @Test func deliversResultsWithinHalfASecond() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let socket = try user.connect("/ws/meal-logs")
      let waits = try (1...20).map { number in
        let start = ContinuousClock.now
        let id = try user.log("\(number) eggs").json?["id"]
        #expect(try socket.receiveJSON(type: "meal_log.completed")["data"]?["id"] == id)
        return start.duration(to: .now)
      }.sorted()
      #expect(waits[4] < .milliseconds(500))
      #expect(waits[19] < .seconds(10))
    }
  }
}
