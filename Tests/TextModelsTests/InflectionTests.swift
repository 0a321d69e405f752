import Testing
import TextModels

struct InflectionTests {
  private static let spanish = Inflection(rows: [
    ["# step", "ending", "replacement"], ["1", "ces", "z"], ["1", "es", ""], ["1", "s", ""], ["2", "a", ""],
    ["2", "o", ""], ["2", "e", ""], ["elision", "d;l"],
  ])

  @Test(arguments: [("manzanas", "manzana"), ("nueces", "nuez"), ("fritas", "frito"), ("panes", "pan")])
  func formsShareAStem(_ form: String, _ other: String) { #expect(Self.spanish.stem(form) == Self.spanish.stem(other)) }

  @Test func shortWordsStay() {
    #expect(Self.spanish.stem("ajo") == "ajo")
    #expect(Self.spanish.stem("") == "")
  }

  @Test func readsElisionsAndLinks() {
    #expect(Self.spanish.elisions == ["d", "l"])
    #expect(Self.spanish.links.isEmpty)
    #expect(Inflection(rows: []).stem("manzanas") == "manzanas")
  }
}
