import Coach
import HealthModels
import JSONCodec

/// The contents of `Resources/demo.json`.
struct DemoScript: Sendable {
  /// A user with the sentences of the user's meals. In a sentence `{a|b}` is one of its alternatives.
  struct Person: Sendable {
    var username: String
    var name: String
    var email: String
    var dateOfBirth: String
    var body: BodyProfile
    /// By type of meal.
    var meals: [String: [String]]
  }

  /// Messages of a room, a few minutes after each other.
  struct Thread: Sendable {
    var daysAgo: Int
    var hour: Int
    var messages: [(author: String, text: String)]
  }

  struct Room: Sendable {
    var name: String
    var isPrivate: Bool
    var owner: String
    var members: [String]
    var threads: [Thread]
  }

  struct Consultation: Sendable {
    var user: String
    var persona: Persona
    var daysAgo: Int
    var isCompleted: Bool
    var messages: [String]
  }

  var people: [Person]
  /// Meals that name no food.
  var unparsed: [String]
  var rooms: [Room]
  var consultations: [Consultation]

  /// - Throws: `JSONError`, which a test of the resource excludes.
  static func read() throws -> DemoScript { DemoScript(try JSONValue(parsing: PackageResources.demo_json)) }

  private init(_ json: JSONValue) {
    people = json.listMember("people").map(Person.init)
    unparsed = json.textMembers("unparsed")
    rooms = json.listMember("rooms").map { room in
      Room(
        name: room.textMember("name"), isPrivate: room["private"]?.boolValue ?? false, owner: room.textMember("owner"),
        members: room.textMembers("members"), threads: room.listMember("threads").map(Thread.init))
    }
    consultations = json.listMember("consultations").map { value in
      Consultation(
        user: value.textMember("user"), persona: Persona(rawValue: value.textMember("persona")) ?? .generalWellness,
        daysAgo: value.integerMember("days_ago"), isCompleted: value["completed"]?.boolValue ?? false,
        messages: value.textMembers("messages"))
    }
  }
}

extension DemoScript.Person {
  fileprivate init(_ json: JSONValue) {
    var body = BodyProfile()
    body.sex = BodyProfile.Sex(rawValue: json.textMember("sex"))
    body.heightCentimetres = json["height_cm"]?.doubleValue
    body.weightKilograms = json["weight_kg"]?.doubleValue
    body.activity = BodyProfile.Activity(rawValue: json.textMember("activity"))
    body.goal = BodyProfile.Goal(rawValue: json.textMember("goal"))
    body.energyTarget = json["energy_target_kcal"]?.doubleValue
    body.proteinTarget = json["protein_target_g"]?.doubleValue
    self.init(
      username: json.textMember("username"), name: json.textMember("name"), email: json.textMember("email"),
      dateOfBirth: json.textMember("date_of_birth"), body: body,
      meals: (json["meals"]?.objectValue ?? [:]).mapValues { $0.arrayValue?.compactMap(\.stringValue) ?? [] })
  }
}

extension DemoScript.Thread {
  fileprivate init(_ json: JSONValue) {
    self.init(
      daysAgo: json.integerMember("days_ago"), hour: json.integerMember("hour"),
      messages: json.listMember("messages").compactMap { message in
        guard let parts = message.arrayValue?.compactMap(\.stringValue), parts.count == 2 else { return nil }
        return (author: parts[0], text: parts[1])
      })
  }
}

extension JSONValue {
  fileprivate func textMember(_ key: String) -> String { self[key]?.stringValue ?? "" }

  fileprivate func integerMember(_ key: String) -> Int { Int(self[key]?.integerValue ?? 0) }

  fileprivate func listMember(_ key: String) -> [JSONValue] { self[key]?.arrayValue ?? [] }

  fileprivate func textMembers(_ key: String) -> [String] { listMember(key).compactMap(\.stringValue) }
}
