import Glibc
import JSONCodec
import Runtime
import TestSupport
import Testing

/// Clients that post meals as fast as they are answered, until the server is gone.
///
/// Blocking: use it within `runBlocking`.
final class MealLoad: Sendable {
  /// Ids of the logs that were answered with 201.
  let acknowledged = Locked<Set<String>>([])
  /// Answers with another status, by the status.
  let others = Locked<[Int: Int]>([:])
  private let threads = Locked<[Thread]>([])

  /// Starts `clients` connections, each of which posts one meal after another.
  func start(clients: Int, port: UInt16, token: String) throws {
    for _ in 0..<clients {
      let thread = try Thread(name: "load") { [self] in try? post(port, token) }
      threads.withLock { $0.append(thread) }
    }
  }

  /// Waits until `count` meals in all are acknowledged. - Throws: `WireError.timedOut` after 30 seconds.
  func wait(for count: Int) throws(WireError) {
    let deadline = ContinuousClock.now + .seconds(30)
    while acknowledged.withLock({ $0.count }) < count {
      guard .now < deadline else { throw .timedOut(what: "acknowledged meals", received: "") }
      sched_yield()
    }
  }

  /// Waits until all clients met the end of the server.
  func join() {
    let ended = threads.withLock { threads in
      defer { threads = [] }
      return threads
    }
    for thread in ended { thread.join() }
  }

  private func post(_ port: UInt16, _ token: String) throws {
    let http = try HTTPTestClient(port: port)
    let meal: JSONValue = ["raw_input": "2 eggs and 100 g toast", "meal_type": "lunch"]
    while true {
      let answer = try http.request("POST", "/api/v1/meal-logs/natural", token: token, json: meal)
      guard answer.status == 201, let id = try JSONValue(parsing: answer.body)["id"]?.stringValue else {
        others.withLock { $0[answer.status, default: 0] += 1 }
        continue
      }
      acknowledged.withLock { _ = $0.insert(id) }
    }
  }

  /// Expects that every acknowledged meal is stored, completed, and was delivered exactly once.
  func expectAllProcessedOnce(port: UInt16) throws {
    let ids = acknowledged.withLock { $0 }
    let token = try DevelopmentAccount.logIn(port)
    let socket = try WebSocketTestClient.connect(
      port: port, "/ws/meal-logs?since=0&token=\(token)", limit: .seconds(60))
    var told: [String: Int] = [:]
    var missing = ids
    while !missing.isEmpty {
      let frame = try socket.receiveJSON(type: "meal_log.completed")
      let id = try #require(frame["data"]?["id"]?.stringValue)
      told[id, default: 0] += 1
      missing.remove(id)
    }
    #expect(told.values.allSatisfy { $0 == 1 })
    let http = try HTTPTestClient(port: port)
    for id in ids {
      let answer = try http.request("GET", "/api/v1/meal-logs/\(id)", token: token)
      let log = try JSONValue(parsing: answer.body)
      #expect(log["data"]?["status"] == "completed" && log["data"]?["items"]?.arrayValue?.count == 2)
    }
  }
}
