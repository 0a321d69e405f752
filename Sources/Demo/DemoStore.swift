import Accounts
import Bytes
import Chat
import Consultations
import Crypto
import HealthModels
import Meals
import Realtime
import Storage
import Sync
import Templates

/// Stores a plan in the caller's transaction, each row with the time at which its user would have made it.
struct DemoStore: Sendable {
  private let clock: DemoClock
  private let meals: MealImport
  private let rooms: RoomImport
  private let consultations: ConsultationImport
  private let templates: TemplatesService
  private let sync: SyncService

  init(database: any Database, now: Timestamp, observer: (Environment) -> any MealLogObserver) {
    clock = DemoClock(now)
    let environment = clock.environment
    meals = MealImport(environment: environment, changes: observer(environment))
    rooms = RoomImport(environment: environment)
    consultations = ConsultationImport(environment: environment)
    templates = TemplatesService(database: database, environment: environment)
    sync = SyncService(database: database, shared: [:], bus: SilentBus(), environment: environment)
  }

  /// The hash of the password of all demo accounts. Takes a tenth of a second.
  static func passwordHash() -> String {
    var generator = SeededGenerator("password")
    return PasswordHash.make(DemoData.password, salt: generator.bytes(16)) ?? ""
  }

  func store(_ plan: DemoPlan, passwordHash: String, in connection: any SQLConnection) throws {
    for account in plan.accounts { try store(account, passwordHash, in: connection) }
    for (room, messages) in plan.rooms { try store(room, messages, plan, in: connection) }
  }

  private func store(_ account: DemoPlan.Account, _ hash: String, in connection: any SQLConnection) throws {
    let person = account.person
    if let first = account.diary.meals.first?.loggedAt { clock.set(first.advanced(by: .seconds(-600))) }
    do {
      try AccountImport.insert(
        NewUser(
          username: person.username, email: person.email, password: "", name: person.name,
          dateOfBirth: person.dateOfBirth),
        id: account.id, passwordHash: hash, profile: person.body, at: clock.environment.now(), in: connection)
    } catch StorageError.uniqueViolation {
      throw DemoData.Refusal.taken("\(person.username) or \(person.email)")
    }
    for meal in account.diary.meals {
      clock.set(meal.loggedAt)
      try meals.insert(
        meal.text, mealType: meal.type, parse: meal.parse, userID: account.id, in: connection)
    }
    for (consultation, dialogue) in account.dialogues {
      try consultations.insert(
        dialogue.exchanges, persona: consultation.persona, state: dialogue.state,
        isCompleted: consultation.isCompleted, userID: account.id, in: connection)
      for template in dialogue.templates {
        clock.set(template.at)
        _ = try templates.store(template.draft, userID: account.id, in: connection)
      }
    }
    for upload in account.devices?.uploads ?? [] {
      clock.set(upload.at)
      let batch = try Batch(upload.data, key: nil, syncID: nil, configuration: sync.configuration)
      try sync.store(batch, userID: account.id, device: upload.device, in: connection)
    }
  }

  private func store(
    _ room: DemoScript.Room, _ messages: [DemoPlan.Message], _ plan: DemoPlan, in connection: any SQLConnection
  ) throws {
    guard let first = messages.first else { return }
    clock.set(first.at.advanced(by: .seconds(-300)))
    let id: Int64
    do {
      id = try rooms.create(
        room.name, isPrivate: room.isPrivate, ownerID: DemoPlan.id(of: room.owner),
        members: room.members.map(DemoPlan.id(of:)), in: connection)
    } catch StorageError.uniqueViolation {
      throw DemoData.Refusal.taken(room.name)
    }
    var numbers: [Int64] = []
    for message in messages {
      clock.set(message.at)
      let author = RoomImport.Author(userID: DemoPlan.id(of: message.author), username: message.author)
      numbers.append(try rooms.post(message.text, in: id, by: author, in: connection))
    }
    // The owner has read everything, the others all but the last messages.
    for (index, member) in ([room.owner] + room.members).enumerated() {
      let unread = min(index * 2, numbers.count - 1)
      guard let last = numbers.dropLast(unread).last else { continue }
      try rooms.markRead(upTo: last, in: id, by: DemoPlan.id(of: member), in: connection)
    }
  }
}

/// Notifies no socket: the accounts are new.
private struct SilentBus: EventBus {
  func published(userID: String, topic: String?) {}
}
