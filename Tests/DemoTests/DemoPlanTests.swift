import Bytes
import Consultations
import HealthModels
import Nutrition
import Testing

@testable import Demo

@Suite struct DemoPlanTests {
  /// 2026-03-15T12:00:00Z
  private static let now = Timestamp(seconds: 1_773_576_000)

  private static func plan(at now: Timestamp = now) throws -> DemoPlan {
    DemoPlan(try DemoScript.read(), until: now)
  }

  @Test func everySentenceNamesFoods() throws {
    let script = try DemoScript.read()
    let parser = EmbeddedMealParser()
    for person in script.people {
      for pattern in person.meals.values.flatMap(\.self) {
        for number in 0..<8 as Range<Int64> {
          var generator = SeededGenerator("sentence", number)
          let text = DemoDiary.sentence(pattern, &generator)
          guard case .items(let items) = parser.parse(text) else {
            Issue.record("no food: \(text)")
            continue
          }
          let energy = items.reduce(0) { $0 + $1.nutrients.energyKilocalories }
          #expect((5...2500).contains(energy), "\(text): \(energy) kcal")
        }
      }
    }
  }

  @Test func someMealsCannotBeParsed() throws {
    let meals = try Self.plan().accounts.flatMap(\.diary.meals)
    let failed = meals.filter { if case .failure = $0.parse { true } else { false } }
    #expect(!failed.isEmpty && failed.count * 50 < meals.count)
  }

  @Test func mealsAreSpreadOverThreeMonthsAndEndNow() throws {
    for account in try Self.plan().accounts {
      let times = account.diary.meals.map(\.loggedAt)
      #expect(times == times.sorted() && times.allSatisfy { $0 <= Self.now })
      #expect(Set(times.map(\.date)).count >= DemoDiary.days - 2)
      #expect(times.last?.date == Self.now.date)
      #expect(Set(account.diary.meals.map(\.text)).count > 60)
    }
  }

  @Test func theDaysThatTwoPlansShareHaveTheSameMeals() throws {
    let first = try Self.plan().accounts[0].diary.meals
    let later = try Self.plan(at: Self.now.advanced(by: .seconds(10 * 86_400))).accounts[0].diary.meals
    let start = try #require(later.first?.loggedAt)
    let shared = first.filter { $0.loggedAt >= start }.map(\.text)
    #expect(!shared.isEmpty && Array(later.map(\.text).prefix(shared.count)) == shared)
  }

  @Test func theCoachAnswersFromTheDiary() throws {
    let dialogues = try Self.plan().accounts.flatMap(\.dialogues).map(\.dialogue)
    #expect(dialogues.allSatisfy { $0.exchanges.allSatisfy { !$0.answer.isEmpty } })
    #expect(dialogues.flatMap(\.templates).count >= 2)
    let answers = dialogues.flatMap(\.exchanges).map(\.answer)
    #expect(!answers.contains { $0.contains("no meals") })
  }

  @Test func everyRoomHasMessagesOfSeveralPeople() throws {
    for (room, messages) in try Self.plan().rooms {
      #expect(Set(messages.map(\.author)).count >= 2)
      #expect(messages.allSatisfy { ([room.owner] + room.members).contains($0.author) && $0.at <= Self.now })
      #expect(messages.map(\.at) == messages.map(\.at).sorted())
    }
  }

  @Test(arguments: [
    ("a {b} c", ["a b c"]), ("{a|b}{c|}", ["ac", "a", "bc", "b"]), ("no alternatives", ["no alternatives"]),
    ("{open", ["{open"]),
  ])
  func choosesOneAlternative(pattern: String, possible: [String]) {
    var generator = SeededGenerator(seed: 1)
    var seen: Set<String> = []
    for _ in 0..<64 { seen.insert(DemoDiary.sentence(pattern, &generator)) }
    #expect(seen == Set(possible))
  }
}
