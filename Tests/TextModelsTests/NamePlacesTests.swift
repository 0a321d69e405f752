import Testing
import TextModels

/// The places of names in a text, by the words of their translations.
@Suite struct NamePlacesTests {
  @Test func eachPlaceIsTakenOnce() {
    var places = NamePlaces()
    places.add(1..<2, ["egg"])
    places.add(4..<6, ["fried", "egg"])
    #expect(places.take(["fried", "egg"]) == 4..<6)
    #expect(places.take(["fried", "egg"]) == 1..<2)
    #expect(places.take(["egg"]) == nil)
  }

  @Test func ofEqualNamesTheFirstIsTaken() {
    var places = NamePlaces()
    places.add(3..<4, ["tea"])
    places.add(7..<8, ["tea"])
    #expect(places.take(["green", "tea"]) == 3..<4)
  }

  @Test(arguments: [
    (["egg", "roll"], 0..<5, 1..<4), (["egg", "roll"], 0..<2, 1..<2), (["roll", "egg"], 1..<5, 3..<4),
    (["soup"], 0..<5, nil), (["egg"], 9..<12, nil),
  ])
  func findsTheWordsOfAName(_ name: [String], _ range: Range<Int>, _ place: Range<Int>?) {
    let text = NameContext.Text(["an", "egg", "", "roll", "today"])
    #expect(text.range(of: name, in: range, distance: 3) == place)
  }

  @Test func wordsThatAreTooFarApartAreNoName() {
    let text = NameContext.Text(["egg", "a", "b", "c", "roll"])
    #expect(text.range(of: ["egg", "roll"], in: 0..<5, distance: 3) == 0..<1)
  }
}
