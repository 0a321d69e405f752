import Foundation
import Glibc
import JSONCodec
import TestSupport
import Testing

@testable import GuideModels

/// Consultations as a user meets them: the real program, real sockets, the built-in coach.
@Suite struct CoachJourneyTests {
  /// A session of ten turns about a log with one lunch. Where the wording is changed on purpose, this changes with it.
  static let transcript = [
    (
      "hi",
      "Hello! I know your meal log and the nutrition table. Ask me about a food, your day so far, or for a meal plan."
    ),
    (
      "How am I doing today?",
      "So far today you have logged 1 meal: 372 kcal, 41 g of protein, 11 g of carbohydrate, 18 g of fat and 5.1 g of fibre."
    ),
    (
      "How many calories do I need? I'm 34, female, 168 cm and 70 kg.",
      "I can work that out from a few facts. How active are your days: mostly sitting, lightly active, moderately active "
        + "(training 3 to 5 days a week), or very active?"
    ),
    ("moderately active", "Do you want to lose weight, hold it, or gain?"),
    (
      "lose weight",
      "At rest your body uses about 1,419 kcal a day (Mifflin-St Jeor), and about 2,199 kcal with your activity (factor 1.55). "
        + "To lose weight, 1,699 kcal a day is 500 below that, about half a kilogram a week at first. For protein, aim at about "
        + "112 g a day. A formula is off by 10 % for many people: watch your weight for two or three weeks and adjust."
    ),
    (
      "So what is left for today?",
      "Today you had 372 kcal, 41 g of protein, 11 g of carbohydrate, 18 g of fat and 5.1 g of fibre so far. To your target "
        + "of 1,699 kcal, 1,328 kcal are left, and 71 g of protein to 112 g. Good for that: 250 g of shrimp (60 g of protein), "
        + "200 g of tuna (39 g of protein) or 300 g of cod (68 g of protein)."
    ),
    (
      "Which has more protein, tofu or chicken?",
      "Chicken has more protein. Per 100 g: chicken 27 g of protein, tofu 17 g of protein."
    ),
    (
      "and how much sleep is enough sleep?",
      "Adults need 7 hours or more. Regular times, daylight in the morning, no caffeine after the early afternoon, a cool dark "
        + "room, and screens away an hour before bed work best. Trouble over three months is treatable: ask for CBT-I."
    ),
    (
      "says who?",
      "That rests on: AASM consensus, 2015; European insomnia guideline, 2023. Please read it there if it matters to you."
    ),
    ("What's the weather like?", "I know nothing about the weather: I am a coach for food, training and well-being."),
    ("Thanks!", "You are welcome. Is there anything else?"),
  ]

  @Test func holdsASensibleDialogueAboutTheUsersLog() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_COACH_WORD_INTERVAL": "0s"])
      let meals = try user.connect("/ws/meal-logs")
      try user.log("120g chicken breast, 1 cup broccoli, 1 tbsp olive oil")
      _ = try meals.receiveJSON(type: "meal_log.completed")
      let socket = try Self.consult(user)
      for (question, answer) in Self.transcript {
        try Self.post(question, socket)
        let told = try Self.answer(socket)
        #expect(told.hasPrefix(answer), "\(question): \(told)")
      }
    }
  }

  /// The coach knows the profile. If profile and consultation differ, the later one counts.
  @Test func worksOutTheNeedsFromTheProfile() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_COACH_WORD_INTERVAL": "0s"])
      func tell(_ profile: JSONValue) throws {
        #expect(try user.request("PATCH", "/api/v1/users/me", profile).status == 200)
      }
      let needs = "how many calories do I need?"
      try tell(["sex": "female", "age": 34, "height_cm": 168, "weight_kg": 70, "activity_level": "moderate"])
      try tell(["goal": "lose"])
      let first = try Self.consult(user)
      #expect(try Self.ask(needs, first).hasPrefix("At rest your body uses about 1,419 kcal a day (Mifflin-St Jeor)"))
      // 10 kg less are 100 kcal less.
      _ = try Self.ask("I weigh 60 kg now", first)
      let second = try Self.consult(user)
      #expect(try Self.ask(needs, second).hasPrefix("At rest your body uses about 1,319 kcal a day"))
      try tell(["weight_kg": 80])
      for socket in [first, second] {
        #expect(try Self.ask(needs, socket).hasPrefix("At rest your body uses about 1,519 kcal a day"))
      }
      // A fact that the user removes is forgotten, whether it came from the profile or from a message.
      _ = try Self.ask("I weigh 90 kg now", first)
      try tell(["weight_kg": nil])
      for socket in [first, second] { #expect(try Self.ask(needs, socket).contains("How much do you weigh?")) }
      let answer = try Self.ask("75", first)
      #expect(answer.hasPrefix("At rest your body uses about 1,469 kcal a day"), "\(answer)")
      // What another consultation learned is not forgotten for it.
      _ = try Self.ask("I am vegan and I train at home with dumbbells", first)
      _ = try Self.ask("I am allergic to soy", second)
      let third = try Self.consult(user)
      let plan = try Self.ask("make me a 1,800 kcal meal plan", third)
      #expect(plan.hasPrefix("Here is your vegan plan.") && plan.contains("leaves out soy"), "\(plan)")
    }
  }

  /// The dangerous answers of the first report, and that they create nothing.
  @Test func answersDangersWithHelp() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_COACH_WORD_INTERVAL": "0s"])
      let socket = try Self.consult(user)
      func ask(_ question: String) throws -> String { try Self.ask(question, socket) }
      let sugar = try ask("my sugar is 52, I feel shaky")
      #expect(sugar.contains("15 g of fast sugar") && !sugar.contains("milkshake"), "\(sugar)")
      let heart = try ask("dizzy and my heart is racing")
      #expect(heart.contains("911") && !heart.contains("serving"), "\(heart)")
      let pills = try ask("I took too many sleeping pills")
      #expect(pills.contains("overdose") && !pills.contains("chicken"), "\(pills)")
      _ = try ask("I'm allergic to peanuts")
      // An allergy holds in every consultation of the user until it is taken back.
      let other = try Self.consult(user)
      func askAgain(_ question: String) throws -> String { try Self.ask(question, other) }
      #expect(try askAgain("how many calories are in satay sauce?").hasPrefix("Careful: you told me about an allergy"))
      _ = try askAgain("I'm not allergic to peanuts any more")
      #expect(!(try askAgain("how many calories are in satay sauce?").contains("Careful")))
    }
  }

  /// The dialogue of the guide for clients: from the goal to the template, which later changes replace.
  @Test func leadsFromAGoalToATemplate() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_COACH_WORD_INTERVAL": "0s"])
      let socket = try Self.consult(user)
      func ask(_ question: String) throws -> String { try Self.ask(question, socket) }
      #expect(try ask("I want to lose weight").hasSuffix("How much do you weigh? Kilograms or pounds are both fine."))
      #expect(try ask("95 kg").contains("weight that you would like to reach"))
      for answer in ["85", "184 cm", "41", "male"] { _ = try ask(answer) }
      let numbers = try ask("I train 3 times a week")
      #expect(
        numbers.contains("85 kg takes about 20 weeks") && numbers.hasSuffix("Shall I make you a meal plan for that?"))
      try Self.post("yes please", socket)
      let template = try socket.receiveJSON(type: "template_created")
      #expect(template["metadata"]?["type"] == "meal", "\(template.text)")
      try Self.post("make it vegetarian", socket)
      let changed = try socket.receiveJSON(type: "template_created")
      #expect(changed["metadata"]?["template_id"] == template["metadata"]?["template_id"], "\(changed.text)")
      #expect(changed["metadata"]?["name"]?.stringValue?.hasPrefix("Vegetarian") == true)
      try Self.post("for the whole week", socket)
      #expect(
        try socket.receiveJSON(type: "template_created")["metadata"]?["name"]?.stringValue?.hasPrefix("Week") == true)
      let stored = try user.request("GET", "/api/v1/meal-templates").json?["data"]?["templates"]?.arrayValue ?? []
      #expect(stored.count == 1 && stored[0]["name"]?.stringValue?.hasPrefix("Week") == true)
      #expect(try ask("shopping list").hasPrefix("Your shopping list:"))
    }
  }

  @Test func logsAMealAfterAYes() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_COACH_WORD_INTERVAL": "0s"])
      let meals = try user.connect("/ws/meal-logs")
      let socket = try Self.consult(user)
      func ask(_ question: String) throws -> String { try Self.ask(question, socket) }
      #expect(try ask("log 2 eggs for breakfast").hasSuffix("Shall I log it as breakfast?"))
      #expect(try ask("no") == "All right, I log nothing.")
      _ = try ask("Log 2 Eggs For Breakfast")
      // In the letters of the user, without "for breakfast".
      #expect(try ask("yes").hasPrefix("Logged as breakfast: 2 Eggs."))
      let logged = try meals.receiveJSON(type: "meal_log.completed")
      #expect(logged.text.contains("Egg"), "\(logged.text)")
      let logs = try user.request("GET", "/api/v1/meal-logs").json?["data"]?["meal_logs"]?.arrayValue ?? []
      #expect(logs.map { $0["meal_type"] } == ["breakfast"])
      #expect(try ask("what did I eat today?").contains("breakfast: "))
    }
  }

  @Test func replacesAndRemovesAMealThatItLogged() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_COACH_WORD_INTERVAL": "0s"])
      let meals = try user.connect("/ws/meal-logs")
      let socket = try Self.consult(user)
      func logged() throws -> [String?] {
        let logs = try user.request("GET", "/api/v1/meal-logs").json?["data"]?["meal_logs"]?.arrayValue ?? []
        return logs.map { $0["raw_input"]?.stringValue }
      }
      _ = try Self.ask("log 2 eggs for breakfast", socket)
      _ = try Self.ask("yes", socket)
      _ = try meals.receiveJSON(type: "meal_log.completed")
      #expect(try Self.ask("no wait it was 3 eggs", socket).hasPrefix("Corrected:"))
      let corrected = try meals.receiveJSON(type: "meal_log.completed")
      #expect(corrected.text.contains("3"), "\(corrected.text)")
      #expect(try logged() == ["3 eggs"])
      #expect(try Self.ask("delete it", socket).hasPrefix("Removed from your log:"))
      #expect(try logged() == [])
    }
  }

  @Test func forgetsWhatItIsAskedToForget() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_COACH_WORD_INTERVAL": "0s"])
      let socket = try Self.consult(user)
      _ = try Self.ask("I weigh 82 kg and I'm vegan", socket)
      #expect(try Self.ask("forget my weight", socket).hasPrefix("Forgotten: your weight."))
      for place in [socket, try Self.consult(user)] {
        let known = try Self.ask("what do you know about me?", place)
        #expect(!known.contains("82 kg") && known.contains("vegan"), "\(known)")
      }
    }
  }

  @Test func continuesHelpAfterSIGKILL() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let slow = ["HEARTH_COACH_WORD_INTERVAL": "50ms"]
      let first = try SignedIn(slow, folder: folder)
      let consultation = try Self.create(first)
      let socket = try first.open("/ws/consultation?consultation_id=\(consultation)")
      try Self.post("I want to kill myself", socket)
      for _ in 0..<5 { _ = try socket.receiveJSON(type: "ai_message_chunk") }
      first.server.send(signal: SIGKILL)
      _ = try first.server.waitForExit()
      let second = try SignedIn(slow, folder: folder)
      let again = try second.open("/ws/consultation?consultation_id=\(consultation)&since=0")
      let text = try Self.answer(again)
      #expect(text.contains("988") && !text.contains("error:"), "\(text)")
    }
  }

  @Test(arguments: [("", false), ("&metadata=base64", true)])
  func decodesEveryFrameByTheModelsOfTheGuide(_ option: String, _ isBase64: Bool) async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_COACH_WORD_INTERVAL": "0s"])
      let socket = try Self.consult(user, option)
      try Self.post("make me a 1,800 kcal vegan meal plan", socket)
      try socket.send(json: ["type": "ping", "messageId": "A", "timestamp": "2026-01-01T00:00:00Z"])
      try socket.send(text: "nonsense")
      var seen: Set<String> = []
      while !seen.isSuperset(of: [
        "ai_message_start", "ai_message_chunk", "ai_message_complete", "template_created", "pong", "error",
      ]) {
        let frame = try JSONDecoder().decode(WebSocketMessage.self, from: Data(try socket.receiveText().utf8))
        #expect(!frame.messageId.isEmpty && ISO8601DateFormatter().date(from: frame.timestamp) != nil)
        seen.insert(frame.type)
        guard frame.type == "template_created" else { continue }
        #expect((frame.metadata != nil) == isBase64)
        #expect(frame.content?.isEmpty == false)
        guard let metadata = frame.metadata else { continue }
        let data = try JSONSerialization.data(withJSONObject: metadata)
        let template = try JSONDecoder().decode(CreatedTemplate.self, from: data)
        #expect(template.type == "meal" && template.name == "Vegan day with 1,800 kcal")
      }
    }
  }

  @Test func resumesAnAnswerAfterSIGKILL() async throws {
    try await runBlocking {
      let folder = try TemporaryFolder()
      let slow = ["HEARTH_COACH_WORD_INTERVAL": "50ms"]
      let first = try SignedIn(slow, folder: folder)
      let consultation = try Self.create(first)
      let socket = try first.open("/ws/consultation?consultation_id=\(consultation)")
      try Self.post("what can you do?", socket)
      for _ in 0..<5 { _ = try socket.receiveJSON(type: "ai_message_chunk") }
      first.server.send(signal: SIGKILL)
      _ = try first.server.waitForExit()
      let second = try SignedIn(slow, folder: folder)
      let again = try second.open("/ws/consultation?consultation_id=\(consultation)&since=0")
      #expect(try Self.answer(again).hasPrefix("I am the built-in coach: I answer from your own meal log"))
      let messages = try second.request("GET", "/api/v1/consultations/\(consultation)/messages").json?["data"]
      #expect(messages?["messages"]?.arrayValue?.map { $0["state"] } == ["complete", "complete"])
    }
  }

  @Test func turnsATemplateOfTheCoachIntoAMeal() async throws {
    try await runBlocking {
      let user = try SignedIn(["HEARTH_COACH_WORD_INTERVAL": "0s"])
      let socket = try Self.consult(user)
      try Self.post("make me a 2,000 kcal meal plan", socket)
      let created = try socket.receiveJSON(type: "template_created")
      let id = try #require(created["metadata"]?["id"]?.stringValue)
      let template = try #require(try user.request("GET", "/api/v1/meal-templates/\(id)").json?["data"])
      let total = try #require(template["total_calories"]?.integerValue)
      #expect(abs(total - 2000) <= 100)
      let used = try user.request("POST", "/api/v1/meal-templates/\(id)/use")
      #expect(used.status == 201)
      #expect(abs((used.json?["data"]?["total_calories"]?.integerValue ?? 0) - total) <= 10)
      #expect(used.json?["data"]?["status"] == "manual")
    }
  }

  private static func create(_ user: SignedIn) throws -> String {
    let answer = try user.request("POST", "/api/v1/consultations", ["consultationType": "nutrition", "userId": "x"])
    #expect(answer.status == 201)
    return try #require(answer.json?["data"]?["id"]?.stringValue)
  }

  private static func consult(_ user: SignedIn, _ option: String = "") throws -> WebSocketTestClient {
    try user.open("/ws/consultation?consultation_id=\(try create(user))\(option)")
  }

  private static func post(_ text: String, _ socket: WebSocketTestClient) throws {
    try socket.send(json: [
      "type": "user_message", "content": .string(text), "messageId": .string(UUID().uuidString),
      "timestamp": "2026-01-01T00:00:00Z",
    ])
  }

  /// Sends a message. - Returns: the text of its answer.
  private static func ask(_ text: String, _ socket: WebSocketTestClient) throws -> String {
    try post(text, socket)
    return try answer(socket)
  }

  /// The text of the next answer.
  private static func answer(_ socket: WebSocketTestClient) throws -> String {
    var text = ""
    while true {
      let frame = try socket.receiveJSON()
      switch frame["type"] {
      case "ai_message_chunk": text += frame["content"]?.stringValue ?? ""
      case "ai_message_complete": return text
      case "error": return "error: \(frame.text)"
      default: break
      }
    }
  }
}
