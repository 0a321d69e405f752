import JSONCodec
import TestSupport
import Testing

/// Meals in other languages than English.
@Suite(.timeLimit(.minutes(1))) struct MealLanguageTests {
  /// The names of the first item of a meal, after it was parsed.
  private static func names(
    _ text: String, language: JSONValue? = nil, profile: String? = nil, acceptLanguage: String? = nil
  ) async throws -> [String?] {
    try await withFixture(try await MealFixture(profileLanguage: profile)) { fixture in
      var meal: [String: JSONValue] = ["raw_input": .string(text), "meal_type": "lunch"]
      meal["language"] = language
      let made = try await fixture.send("POST", "/natural", .object(meal), acceptLanguage: acceptLanguage)
      #expect(made.status == 201)
      try await fixture.work()
      let id = try #require(made.json?["id"]?.stringValue)
      let item = try await fixture.send("GET", "/" + id).json?["items"]?.arrayValue?.first
      return [item?["name"]?.stringValue, item?["name_localized"]?.stringValue]
    }
  }

  @Test func itemsHaveBothNames() async throws {
    #expect(try await Self.names("zwei Scheiben Vollkornbrot") == ["Continental Wholemeal Bread", "Vollkornbrot"])
    #expect(try await Self.names("two slices of whole wheat bread") == ["Whole Wheat Bread", nil])
  }

  /// A word that several languages have is read in the language of the hint.
  @Test(arguments: [("es-MX", nil), (nil, "en;q=0.1, es-ES;q=0.9")] as [(JSONValue?, String?)])
  func hintsDecideBetweenLanguages(_ hint: (language: JSONValue?, accept: String?)) async throws {
    let names = try await Self.names("pasta", language: hint.language, acceptLanguage: hint.accept)
    #expect(names == ["Pasta", "pasta"])
    #expect(try await Self.names("pasta") == ["Pasta", nil])
  }

  /// The request has precedence over the profile, and the profile over `Accept-Language`.
  @Test func theProfileIsAHint() async throws {
    #expect(try await Self.names("pasta", profile: "es") == ["Pasta", "pasta"])
    #expect(try await Self.names("pasta", profile: "es", acceptLanguage: "en") == ["Pasta", "pasta"])
    #expect(try await Self.names("pasta", profile: "en", acceptLanguage: "es") == ["Pasta", nil])
    #expect(try await Self.names("pasta", language: "en", profile: "es") == ["Pasta", nil])
    #expect(try await Self.names("pasta", language: "es", profile: "en") == ["Pasta", "pasta"])
  }

  @Test func unknownLanguagesAreIgnored() async throws {
    #expect(try await Self.names("2 eggs", language: "xx-XX", acceptLanguage: "zz, *;q=0.5") == ["Egg", nil])
  }

  @Test(arguments: [.string(String(repeating: "e", count: 36)), .string("e"), 5] as [JSONValue])
  func invalidTagsAreRejected(_ language: JSONValue) async throws {
    try await withFixture(try await MealFixture()) { fixture in
      let meal: JSONValue = ["raw_input": "2 eggs", "meal_type": "lunch", "language": language]
      let response = try await fixture.send("POST", "/natural", meal)
      #expect(response.status == 400)
    }
  }
}
