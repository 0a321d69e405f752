import Bytes
import HealthModels
import JSONCodec
import Meals
import TestSupport
import Testing

/// Days of meals in the time zones of users.
@Suite(.timeLimit(.minutes(1))) struct MealTimeZoneTests {
  private static let soup: JSONValue = [
    "food_name": "Soup", "quantity": 1, "unit": "cup", "calories": 100, "protein_g": 5, "carbs_g": 6, "fat_g": 7,
  ]

  private static func log(_ fixture: MealFixture, at moments: String...) async throws {
    for moment in moments {
      let body: JSONValue = ["meal_type": "lunch", "items": [soup], "logged_at": .string(moment)]
      #expect(try await fixture.send("POST", "/batch", body).status == 201)
    }
  }

  private static func summary(_ fixture: MealFixture, _ query: String) async throws -> [String] {
    let data = try #require(try await fixture.send("GET", "/summary?" + query).json?["data"])
    return (data["days"]?.arrayValue ?? []).map {
      "\($0["date"]?.stringValue ?? "") \($0["meal_count"]?.integerValue ?? 0)"
    }
  }

  /// Breakfast and dinner of one day in Tokyo are on two days in UTC.
  @Test(arguments: [
    ("UTC", "", ["2026-01-14 1", "2026-01-15 2"]), ("Asia/Tokyo", "", ["2026-01-15 2", "2026-01-16 1"]),
    ("America/Los_Angeles", "", ["2026-01-14 1", "2026-01-15 2"]),
    ("UTC", "&timezone=Asia/Tokyo", ["2026-01-15 2", "2026-01-16 1"]),
    ("Asia/Tokyo", "&timezone=UTC", ["2026-01-14 1", "2026-01-15 2"]),
    ("UTC", "&timezone=%2B09:00", ["2026-01-15 2", "2026-01-16 1"]),
    ("UTC", "&timezone=+09:00", ["2026-01-15 2", "2026-01-16 1"]),
    ("Asia/Tokyo", "&timezone=Z", ["2026-01-14 1", "2026-01-15 2"]),
  ])
  func groupsByLocalDays(_ profile: String, query: String, days: [String]) async throws {
    try await withFixture(try await MealFixture(profileTimeZone: profile)) { fixture in
      try await Self.log(fixture, at: "2026-01-14T22:30:00Z", "2026-01-15T10:00:00Z", "2026-01-15T17:00:00Z")
      #expect(try await Self.summary(fixture, "from=2026-01-10&to=2026-01-20" + query) == days)
    }
  }

  @Test func datesOfListsAreLocal() async throws {
    try await withFixture(try await MealFixture(profileTimeZone: "Asia/Tokyo")) { fixture in
      try await Self.log(fixture, at: "2026-01-14T14:59:59Z", "2026-01-14T15:00:00Z", "2026-01-15T14:59:59Z")
      let day = "?from=2026-01-15&to=2026-01-15"
      #expect(try await fixture.send("GET", day).json?["data"]?["total_count"] == 2)
      #expect(try await fixture.send("GET", day + "&timezone=UTC").json?["data"]?["total_count"] == 1)
      // A time states its zone.
      let times = "?from=2026-01-15T00:00:00Z&to=2026-01-16T00:00:00Z"
      #expect(try await fixture.send("GET", times).json?["data"]?["total_count"] == 1)
    }
  }

  /// 2026-03-29 has 23 hours in Berlin, 2026-10-25 has 25.
  @Test func countsDaysOnWhichClocksChangeOnce() async throws {
    try await withFixture(try await MealFixture(profileTimeZone: "Europe/Berlin")) { fixture in
      try await Self.log(
        fixture, at: "2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z",
        "2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z", "2026-10-25T23:00:00Z")
      #expect(
        try await Self.summary(fixture, "from=2026-03-01&to=2026-10-31") == [
          "2026-03-28 1", "2026-03-29 2", "2026-03-30 1", "2026-10-25 2", "2026-10-26 1",
        ])
      let year = try await fixture.send("GET", "/summary?from=2025-11-01&to=2026-11-02")
      #expect(year.status == 200 && year.json?["data"]?["timezone"] == "Europe/Berlin")
      #expect(try await fixture.send("GET", "/summary?from=2025-11-01&to=2026-11-03").status == 400)
    }
  }

  @Test func todayIsTheLocalDay() async throws {
    try await withFixture(try await MealFixture(profileTimeZone: "Asia/Tokyo")) { fixture in
      let now = fixture.clock.now
      let local = now.advanced(by: .seconds(9 * 3600))
      let start = try #require(Timestamp(date: local.date)).advanced(by: .seconds(-9 * 3600))
      let data = try await fixture.send("GET", "/summary").json?["data"]
      #expect(data?["from"] == .string(start.rfc3339))
      #expect(data?["to"] == .string(start.advanced(by: .seconds(86400)).rfc3339))
      // The coach's diary has the same days.
      try await Self.log(fixture, at: start.rfc3339, start.advanced(by: .seconds(-1)).rfc3339)
      let diary = try await fixture.meals.diary(of: "u1", days: 7)
      #expect(diary.today == local.date)
      #expect(diary.days.map(\.date) == [diary.yesterday, diary.today])
      #expect(diary.meals.map(\.date) == [diary.today, diary.yesterday])
    }
  }

  @Test(arguments: ["Mars/Olympus", "", "../../etc/passwd", "europe/berlin", "+25:00", "x".padding(100)])
  func refusesUnknownZones(_ zone: String) async throws {
    try await withFixture(try await MealFixture()) { fixture in
      for path in ["/summary", ""] {
        let answer = try await fixture.send("GET", path + "?timezone=" + zone)
        #expect(answer.status == 400 && answer.json?["error"]?["code"] == "VALIDATION_ERROR")
        #expect(answer.json?["error"]?["details"]?["timezone"] != nil)
      }
    }
  }
}

extension String {
  fileprivate func padding(_ count: Int) -> String { String(repeating: self, count: count) }
}
