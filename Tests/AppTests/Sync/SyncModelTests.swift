import API
import Bytes
import Cluster
import HTTPServer
import JSONCodec
import Jobs
import Logging
import Nutrition
import Realtime
import Storage
import TestSupport
import Testing

@testable import App
@testable import Meals
@testable import Sync

/// Several devices of a user do as they like, most of the time offline; messages are lost, devices fall back to an older
/// state, clocks jump, meals change over REST. In the end all have the same.
@Suite struct SyncModelTests {
  @Test(arguments: 1...24) func allDevicesEndWithTheSameSet(seed: UInt64) async throws {
    let model = try await SyncModel(seed: seed, devices: 2 + Int(seed % 3))
    for _ in 0..<150 { try await model.step() }
    try await model.settle()
    let server = try await model.everything()
    for device in model.devices {
      let names = Set(server.keys).union(device.contents.keys)
      let differing = names.filter { server[$0] != device.contents[$0] }.sorted()
      #expect(differing == [], "seed \(seed), \(device.name)")
      #expect(device.isClean)
    }
    for (name, content) in model.appended {
      #expect(server.contains { $0.key.hasPrefix(name) && $0.value == content }, "seed \(seed), \(name) is lost")
    }
    #expect(server.values.allSatisfy { $0["status"] != "processing" })
  }
}

/// The server, its devices and what happens to them.
private final class SyncModel {
  let database: any StorageEngine
  private(set) var devices: [SyncDevice] = []
  /// The uploaded items of kinds that are never changed.
  private(set) var appended: [(name: String, content: JSONValue)] = []
  private let clock = ManualClock()
  private let meals: MealsService
  private let sync: SyncService
  private let queue: JobQueue
  private let parsing: MealParsingHandler
  private var random: SeededGenerator
  private var snapshots: [String: SyncDevice] = [:]
  private var made = 0

  private struct Silent: EventBus {
    func published(userID: String, topic: String?) {}
  }

  init(seed: UInt64, devices count: Int) async throws {
    let (environment, outbox) = (clock.environment, Outbox(bus: Silent(), environment: clock.environment))
    random = SeededGenerator(seed: seed)
    database = try await TestDatabase.make(users: ["u"])
    queue = JobQueue(environment: environment)
    let log = ChangeLog(environment: environment)
    let changes = MealChangeRecorder(log: log)
    meals = MealsService(
      database: ScopeCheckingDatabase(database), queue: queue, outbox: outbox, changes: changes,
      environment: environment)
    parsing = MealParsingHandler(
      database: ScopeCheckingDatabase(database), reader: ParserReader(EmbeddedMealParser()), outbox: outbox,
      changes: MealChangeRecorder(log: log, isServers: true), environment: environment,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    sync = SyncService(
      database: ScopeCheckingDatabase(database), shared: [.mealLog: MealSyncItems(meals: meals)], bus: Silent(),
      environment: environment)
    devices = (0..<count).map { SyncDevice("device-\($0)") }
  }

  private func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private func one<Element>(of elements: [Element]) -> Element? { elements.randomElement(using: &random) }

  // MARK: - What happens

  func step() async throws {
    clock.advance(by: .seconds(number(-5000...5000)))
    let index = number(0...devices.count - 1)
    switch number(0...19) {
    case 0...4: make(on: devices[index])
    case 5...8: change(on: devices[index])
    case 9: delete(on: devices[index])
    case 10...13: try await upload(devices[index], isHeard: number(0...3) > 0, isAnswered: number(0...3) > 0)
    case 14...16: try await pull(devices[index], limit: number(1...5), isAnswered: number(0...3) > 0)
    case 17: try await overREST()
    case 18: snapshots[devices[index].name] = devices[index].copy()
    default: if let old = snapshots[devices[index].name] { devices[index] = old.copy() }
    }
    if number(0...40) == 0 { try await work() }
    if number(0...30) == 0 { try await sync.purgeDeletions(before: clock.now) }
  }

  private func make(on device: SyncDevice) {
    made += 1
    let moment = JSONValue.string(clock.now.rfc3339)
    switch number(0...4) {
    case 0:
      // Sometimes two devices take the same id.
      let id = "v\(number(0...20))"
      guard device.contents["voice/\(id)"] == nil else { return }
      append(
        device, "voice", id, ["verification_id": .string(id), "timestamp": moment, "verified": .bool(made % 2 == 0)])
    case 1: append(device, "metrics", "m\(made)", ["metric_name": "steps", "value": .integer(Int64(made))])
    case 2: device.put("session", "s\(number(0...12))", ["status": .string("made \(made)")])
    case 3: device.put("meal_log", mealID(), ["raw_input": "2 eggs", "meal_type": "lunch", "logged_at": moment])
    default:
      device.put(
        "meal_log", mealID(),
        ["raw_input": "", "meal_type": "snack", "logged_at": moment, "items": [Self.food("apple \(made)")]])
    }
  }

  private func append(_ device: SyncDevice, _ type: String, _ id: String, _ content: [String: JSONValue]) {
    device.put(type, id, content)
  }

  private func mealID() -> String {
    let digits = String(made, radix: 16)
    return "10000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  private static func food(_ name: String) -> JSONValue {
    [
      "food_name": .string(name), "quantity": 1.5, "unit": "piece", "calories": 52, "protein_g": 0.26, "carbs_g": 14,
      "fat_g": 0.2,
    ]
  }

  private func change(on device: SyncDevice) {
    made += 1
    let names = device.contents.keys.filter { $0.hasPrefix("session") || $0.hasPrefix("meal_log") }.sorted()
    guard let name = one(of: names), let old = device.contents[name]?.objectValue else { return }
    let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
    var content = old
    if parts[0] == "session" {
      content["status"] = .string("changed \(number(0...5))")
    } else {
      switch number(0...2) {
      case 0: content["meal_type"] = .string(one(of: ["lunch", "dinner", "snack"]) ?? "lunch")
      case 1: content["items"] = [Self.food("pear \(made)")]
      default:
        content["raw_input"] = .string("\(number(1...9)) eggs")
        content["items"] = nil
      }
    }
    device.put(parts[0], parts[1], content)
  }

  private func delete(on device: SyncDevice) {
    let names = device.contents.keys.filter { $0.hasPrefix("session") || $0.hasPrefix("meal_log") }.sorted()
    guard let name = one(of: names) else { return }
    let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
    device.delete(parts[0], parts[1])
  }

  private func overREST() async throws {
    let ids = try await everything().keys.filter { $0.hasPrefix("meal_log") }.map { String($0.dropFirst(9)) }.sorted()
    guard let id = one(of: ids), number(0...2) > 0 else {
      _ = try await meals.logManually(["meal_type": "dinner", "items": [Self.food("soup")]], userID: "u")
      return
    }
    do {
      if number(0...1) == 0 {
        try await meals.delete(id: id, userID: "u")
      } else {
        made += 1
        let items = try MealInput.items(["items": [Self.food("rice \(made)")]], environment: clock.environment)
        _ = try await meals.replaceItems(items, id: id, userID: "u")
      }
    } catch is Problem {
      // One that is still being parsed cannot be changed.
    }
  }

  // MARK: - Talking

  private func upload(_ device: SyncDevice, isHeard: Bool, isAnswered: Bool) async throws {
    guard let (key, data) = device.nextBatch(limit: number(1...8), salt: number(0...1_000_000)) else { return }
    guard isHeard else { return }
    let batch = try Batch(data, key: key, syncID: nil, configuration: sync.configuration)
    let answer = try await sync.take(batch, userID: "u", device: device.name)
    #expect(batch.bad.isEmpty && answer["progress"]?["failed_items"] == 0, "\(JSONValue.object(answer).text)")
    for item in batch.items where item.type.isAppendOnly {
      if let content = item.content { appended.append(("\(item.type.rawValue)/\(item.id)", content)) }
    }
    if isAnswered { device.stored(answer["batch_results"] ?? [:]) }
  }

  @discardableResult
  private func pull(_ device: SyncDevice, limit: Int, isAnswered: Bool = true) async throws -> Bool {
    let pull = Pull(Set(DataType.allCases), since: device.since.flatMap { Cursor($0) })
    let page = try await sync.page(pull, userID: "u", limit: limit, maxBytes: 1 << 20) { $0 }
    if isAnswered {
      device.take(
        page.changes.map(\.value), token: page.cursor.text, isAnew: page.isReset, hasMore: page.hasMore)
    }
    return page.hasMore
  }

  /// Parses what waits.
  private func work() async throws {
    let pool = try WorkerPool(
      queue: queue, database: ScopeCheckingDatabase(database), handlers: [parsing], configuration: .init(),
      node: .single(name: "test"), environment: clock.environment,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    try await pool.start()
    try await waitUntil { try await database.read { try $0.first("SELECT 1 FROM jobs LIMIT 1", []) } == nil }
    await pool.drain(within: .seconds(5))
  }

  /// All devices connect, upload and download everything.
  func settle() async throws {
    for _ in 0..<3 {
      for device in devices {
        while !device.isClean { try await upload(device, isHeard: true, isAnswered: true) }
      }
      try await work()
    }
    for device in devices {
      while try await pull(device, limit: 7) {}
    }
  }

  func everything() async throws -> [String: JSONValue] {
    let fresh = SyncDevice("fresh")
    while try await pull(fresh, limit: 1000) {}
    return fresh.contents
  }
}
