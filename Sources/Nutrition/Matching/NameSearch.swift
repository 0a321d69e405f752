/// Finds the longest name whose words occur in any order, with others between them.
///
/// "grilled chicken breast, skinless" contains "chicken breast" and, if the table has it, "skinless chicken breast".
/// Tries every subset of the optional words: at most 128 look-ups.
struct NameSearch {
  private static let maxOptional = 7

  private let table: FoodTable
  private let stems: [String]

  init(_ table: FoodTable, stems: [String]) {
    self.table = table
    self.stems = stems
  }

  /// The food whose name has all words at `required`, as many as possible of those at `optional`, and no others.
  ///
  /// - Parameter least: smallest number of words of the name.
  func longest(required: [Int], optional: [Int], least: Int) -> (food: Int, positions: [Int])? {
    let needed = required.compactMap { table.stems.number(of: stems[$0].utf8) }
    guard table.overlay.isEmpty else { return longestInLayers(required: required, optional: optional, least: least) }
    guard needed.count == required.count else { return nil }
    var choices: [(number: UInt32, position: Int)] = []
    for position in optional where choices.count < Self.maxOptional {
      if let number = table.stems.number(of: stems[position].utf8) { choices.append((number, position)) }
    }
    guard !choices.isEmpty, needed.count + choices.count >= least else { return nil }
    var best: (food: Int, mask: Int, count: Int)?
    for mask in 1..<(1 << choices.count) {
      let count = mask.nonzeroBitCount + needed.count
      guard count >= least, count <= FoodTable.maxPhraseWords, count > best?.count ?? 0 else { continue }
      var bag = needed
      for (index, choice) in choices.enumerated() where mask >> index & 1 == 1 { bag.append(choice.number) }
      bag.sort()
      if let food = table.unordered.food(bag) { best = (food, mask, count) }
    }
    guard let best else { return nil }
    let chosen = choices.indices.filter { best.mask >> $0 & 1 == 1 }.map { choices[$0].position }
    return (best.food, (required + chosen).sorted())
  }

  /// The same with additional foods, which are looked up by text.
  private func longestInLayers(required: [Int], optional: [Int], least: Int) -> (food: Int, positions: [Int])? {
    let choices = Array(optional.prefix(4))
    guard !choices.isEmpty else { return nil }
    var best: (food: Int, positions: [Int])?
    for mask in 1..<(1 << choices.count) {
      let count = mask.nonzeroBitCount + required.count
      guard count >= least, count > best?.positions.count ?? 0 else { continue }
      let positions = (required + choices.indices.filter { mask >> $0 & 1 == 1 }.map { choices[$0] }).sorted()
      if let food = table.food(anyOrder: positions.map { stems[$0] }) { best = (food, positions) }
    }
    return best
  }
}
