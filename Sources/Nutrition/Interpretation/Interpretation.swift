import Bytes

/// The meaning of each clause of a text.
struct Interpretation {
  /// The meaning of a clause.
  enum Role: String, Sendable {
    /// A food of its own; a part of the name of the food before it; an ingredient that it includes.
    case item, named, part
    /// A food that was not eaten; the share of the food before it that was; another that may have been eaten instead.
    case excluded, share, alternative
    /// The quantity of the food before it, or a food in its place, which the text corrects.
    case quantity, correction
    /// Words or an amount that complete the food before it; that food again; a dish that is counted by the parts after it.
    case completion, repetition, heading
    /// Words that name no known food, and words without a meaning for the meal.
    case unknown, ignored
  }

  /// The meaning of foods after a dish.
  enum OpenList: Hashable, Sendable {
    case none
    /// "a burrito filled with beans, meat": ingredients.
    case ingredients
    /// "a burrito with cheese, sour cream": on or with it, if the dish includes such food.
    case accompaniments

    /// "a burrito with meat and beans": the name that is known may be the beginning of a longer one.
    static func inName(_ word: SegmentWord?) -> OpenList {
      guard let word, word.food != nil else { return .none }
      let name = Array(word.stem.utf8)
      if ByteSearch.contains(name, " mad ") { return .ingredients }
      return ByteSearch.contains(name, " with ") ? .accompaniments : .none
    }
  }

  /// The food that the next clause may be about.
  struct State {
    /// The food with its quantities, as changed by the clauses after it; nil if there is none or several.
    var whole: Segment?
    var dish: Dish?
    /// The name of several clauses that was chosen for it.
    var name: NameCandidates.Name?
    var list = OpenList.none
    /// Whether a list in brackets gives its ingredients ("a smoothie (spinach, banana)"), and not items of their own
    /// ("toast (butter, jam)").
    var includesList = false
    var hasItem = false

    /// The state after a clause that changes the food.
    func with(_ whole: Segment, _ dish: Dish?) -> State {
      var after = self
      (after.whole, after.dish) = (whole, dish)
      return after
    }
  }

  struct Step {
    let clause: Int
    let role: Role
    /// Sum of the weights up to this clause.
    let score: Float
    /// Position of the step for the clause before.
    let previous: Int?
    let state: State
  }

  let steps: [Step]

  var score: Float { steps.last?.score ?? 0 }
}
