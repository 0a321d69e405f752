/// Words for the bread of a sandwich: "on rye", "on toasted whole wheat bread".
enum BreadWords {
  /// Whether the words name bread and nothing else.
  ///
  /// - Parameter isLoaf: whether it must be sliced bread, and not toast or a roll.
  static func areBread(_ words: [SegmentWord], isLoaf: Bool = false) -> Bool {
    !words.isEmpty && !(isLoaf && words.contains { others.contains($0.text) }) && words.count <= 6
      && words.allSatisfy {
        kinds.contains($0.text) || Lexicon.isNarration($0.text) || Lexicon.isDescriptor($0.text)
      }
      && words.contains { kinds.contains($0.text) }
  }

  private static let others: Set<String> = [
    "toast", "bun", "buns", "roll", "rolls", "croissant", "bagel", "potato", "english",
  ]

  private static let kinds: Set<String> = [
    "bread", "breads", "bun", "buns", "roll", "rolls", "toast", "bagel", "baguette", "ciabatta", "focaccia",
    "croissant",
    "pita", "hoagie", "brioche", "pretzel", "kaiser", "sub", "english", "white", "wheat", "whole", "grain", "wholemeal",
    "wholegrain", "multigrain", "rye", "pumpernickel", "sourdough", "sour", "dough", "brown", "seeded", "oat", "sesame",
    "potato", "slice", "slices",
  ]
}
