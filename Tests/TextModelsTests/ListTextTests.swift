import Testing

@testable import TextModels

/// The marks and times before the entries of a list, and the script of a text.
@Suite struct ListTextTests {
  @Test(arguments: [
    ("- eggs", false, "eggs"), ("* [x] eggs", false, "eggs"), ("  2) toast", true, "toast"),
    ("2. toast", false, "2. toast"),
    ("2 eggs", true, "2 eggs"), ("-eggs", false, "-eggs"), ("", true, ""),
  ])
  func removesTheMarkOfALine(_ line: String, _ isNumbered: Bool, _ rest: String) {
    #expect(ListMark.removed(from: line[...], isNumbered: isNumbered) == rest)
  }

  @Test func findsTheLinesBelowAHeading() {
    #expect(ListMark.isBelow("  eggs", "Lunch:"))
    #expect(ListMark.isBelow("- eggs", "Lunch:"))
    #expect(!ListMark.isBelow("eggs", "Lunch:"))
  }

  @Test(arguments: [
    ("7am tea / 10 toast / 12 soup", "7am tea\n10:00 toast\n12:00 soup"), ("2 eggs\n3 toasts", "2 eggs\n3 toasts"),
    ("7 tea\n8.30 toast\n12 soup", "7:00 tea\n8.30 toast\n12:00 soup"), ("1/2 cup", "1/2 cup"),
  ])
  func marksHoursBesideTimes(_ text: String, _ marked: String) {
    #expect(TimedEntries.withMarkedHours(text) == marked)
  }

  @Test(arguments: [
    ("anchovies", "anchovy"), ("smoothies", "smoothie"), ("tomatoes", "tomato"), ("dishes", "dish"), ("eggs", "egg"),
    ("swiss", "swiss"), ("gas", "gas"),
  ])
  func findsTheSingular(_ word: String, _ singular: String) {
    #expect(EnglishNoun.singular(word) { word == "smoothies" } == singular)
  }

  @Test func fillsATemplate() {
    let text = TextFormat.filled("{a} of {b:kcal}; {c}") { name, form in name == "c" ? "" : name + form }
    #expect(text == "a of bkcal; ")
  }

  @Test func namesTheScriptOfMostLetters() {
    let scripts = [Script(name: "Greek", first: "370", last: "3FF")].compactMap(\.self)
    #expect(Script.name(of: "καφές με γάλα", among: scripts) == "Greek")
    #expect(Script.name(of: "café, π", among: scripts) == nil)
    #expect(Script(name: "Greek", first: "3FF", last: "370") == nil)
  }

  @Test(arguments: [
    ("chese", "cheese", 1), ("brokoli", "broccoli", 1), ("pecah", "peach", 2), ("brest", "breast", 3),
    ("beef", "beet", nil),
    ("egg", "egg", 0), ("eg", "fig", nil),
  ])
  func ranksTheWordsThatAMisspeltOneMayMean(_ word: String, _ meant: String, _ distance: Int?) {
    #expect(SpellingDistance.between(Array(word.utf8), Array(meant.utf8)) == distance)
  }
}
