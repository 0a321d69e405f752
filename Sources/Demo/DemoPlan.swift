import Bytes
import HealthModels
import Nutrition

/// The demo data as values, before any of it is stored. Equal times give equal plans.
struct DemoPlan: Sendable {
  struct Account: Sendable {
    var id: String
    var person: DemoScript.Person
    var diary: DemoDiary
    var dialogues: [(consultation: DemoScript.Consultation, dialogue: DemoDialogue)]
    var devices: DemoDevices?
  }

  struct Message: Sendable {
    var author: String
    var text: String
    var at: Timestamp
  }

  let accounts: [Account]
  let rooms: [(room: DemoScript.Room, messages: [Message])]

  /// - Parameter now: the end of the data.
  init(_ script: DemoScript, until now: Timestamp) {
    let parser = EmbeddedMealParser()
    var parsed: [String: MealParse] = [:]
    accounts = script.people.enumerated().map { index, person in
      let diary = DemoDiary(person, unparsed: script.unparsed, until: now) { text in
        let parse = parsed[text] ?? parser.parse(text)
        parsed[text] = parse
        return parse
      }
      let dialogues = script.consultations.filter { $0.user == person.username }.map { consultation in
        let start = Self.time(consultation.daysAgo, hour: 20, before: now)
        let dialogue = DemoDialogue(
          consultation, of: person, age: Self.age(person.dateOfBirth, at: now), from: start,
          diary: diary.diary(at:))
        return (consultation: consultation, dialogue: dialogue)
      }
      // One user has several devices.
      let devices =
        index == 0 ? DemoDevices(of: person.username, weight: person.body.weightKilograms ?? 70, until: now) : nil
      return Account(
        id: Self.id(of: person.username), person: person, diary: diary, dialogues: dialogues, devices: devices)
    }
    rooms = script.rooms.map { (room: $0, messages: Self.messages(of: $0, until: now)) }
  }

  /// The id of a demo account, the same in every database.
  static func id(of username: String) -> String {
    var generator = SeededGenerator("account " + username)
    return generator.uuid()
  }

  private static func messages(of room: DemoScript.Room, until now: Timestamp) -> [Message] {
    var messages: [Message] = []
    for thread in room.threads {
      var generator = SeededGenerator("room " + room.name, Int64(thread.daysAgo))
      var time = Self.time(thread.daysAgo, hour: thread.hour, before: now)
      for message in thread.messages {
        messages.append(Message(author: message.author, text: message.text, at: time))
        time = time.advanced(by: .seconds(generator.number(in: 20...900)))
      }
    }
    return messages
  }

  private static func time(_ daysAgo: Int, hour: Int, before now: Timestamp) -> Timestamp {
    Timestamp(seconds: (now.seconds / 86_400 - Int64(daysAgo)) * 86_400 + Int64(hour) * 3_600)
  }

  /// Full years. - Parameter date: `YYYY-MM-DD`.
  private static func age(_ date: String, at now: Timestamp) -> Int {
    let (today, years) = (now.date, (Int(now.date.prefix(4)) ?? 0) - (Int(date.prefix(4)) ?? 0))
    return years - (today.dropFirst(5) < date.dropFirst(5) ? 1 : 0)
  }
}
