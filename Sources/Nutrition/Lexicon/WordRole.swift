/// A role of English words. `Resources/languages/en/words.tsv` has the words of each, under the name of the case.
enum WordRole: UInt64, CaseIterable {
  /// Dropped without a note: "for breakfast I had". An `origin` is narration that some names have ("school pizza").
  case narration, origin
  /// Describes a food without changing it ("grilled"). After `cooking` methods ingredients follow ("fried in oil").
  case descriptor, cooking
  /// Makes a modifier of the name before it: "butter-flavored", "snack-size".
  case modifier
  /// A modifier that names a flavor.
  case flavor
  /// A group of foods rather than one ("fruit: apple, banana"), and what is counted but no food ("after 3 hours").
  case group, nonfood
  /// Makes a number a time of day ("8 am").
  case clock
  /// A brand of frozen meals, which says nothing of their contents.
  case brand
  /// Several foods together ("a medley of vegetables").
  case mixture
  /// Resembles the name of a food and is none ("porch", "perch").
  case ordinary
  /// The bread of sandwiches, sliced and other.
  case bread, roll, breadNoun
  /// Units that are no part of a name, ingredients of sweets, units of length ("a 12-inch sandwich").
  case container, sweetener, length
  /// Head nouns of dishes that are named after their ingredients, unlike "curry" ("rice and chicken curry").
  case head
  /// Words of names: cakes, those of small ones, cuts of meat, and parts that have a size ("medium crust").
  case cake, smallCake, cut, sizedPart
  /// Shops ("taco stand") and occasions ("pizza night") after a food: they are no food themselves.
  case place, occasion
  /// Verbs of eating and drinking, after which another food follows ("and drank milk").
  case intake
  /// After a food: it was not eaten ("yogurt untouched", "the cream I left").
  case uneaten
  /// The beginning of narration after a food ("relishing every bite"), and verbs that name foods after "to" and "that".
  case tail, tailVerb
  /// Words between a participle and its preposition ("rounded off the meal with"), and the preposition.
  case between, afterParticiple
  /// Short forms that end in a period ("dr. pepper").
  case abbreviation
  /// "Shared with a friend": the verbs, one person without an article, and other people.
  case shareVerb, shareOne, sharePeople
  /// Words after an energy value that make it a size, and before a nutrient that make it a modifier ("low fat").
  case energyOf, degree
  /// Words of recipe lines that are neither amounts nor foods.
  case lineHedge, lineSize, linePraise, lineAdverb, lineState, lineModifier, lineOther, linePreparation, linePowder,
    linePart, lineDangling, lineAmbiguous, lineTrailing, lineHead, package

  /// The name in the table: "line-size".
  var name: String { "\(self)".map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined() }
}

extension String {
  /// Whether the word has the role in English.
  func has(_ role: WordRole) -> Bool { Lexicon.roles(of: self) & 1 << role.rawValue != 0 }
}
