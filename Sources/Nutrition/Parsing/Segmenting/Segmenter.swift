/// Cuts the token list into parts: at stops, at joining words, and where a second amount begins.
///
/// Names in the table that contain a joint or a number ("mac and cheese", "7 up") stay whole. One pass; at every
/// position a bounded number of names is tried.
struct Segmenter {
  let tokens: [Token]
  let table: FoodTable
  let stems: [String]
  /// The same with words that are in no name corrected; empty where there are none.
  let corrected: [String]
  let amounts: AmountReader
  let joints: ConnectorReader
  var parts: [Part] = []
  var part = Part(joint: .next)
  /// Whether one of its words may name a food.
  var hasFood = false
  var depth = 0
  /// Whether the next amount comes to the one before.
  var isAdding = false
  /// Whether the next amount may be taken instead of the one before.
  var isOther = false
  /// Where brackets that list foods end, by where they begin.
  private let lists: [Int: Int]
  /// The food whose list is being read, and where the list ends.
  private var list: (head: Int?, end: Int)?

  private init(_ tokens: [Token], _ table: FoodTable) {
    self.tokens = tokens
    self.table = table
    // A stop can be part of no name; "\u{0}" is in none.
    stems = tokens.map { $0.stem ?? "\u{0}" }
    corrected = Self.corrected(stems, tokens, table)
    amounts = AmountReader(tokens: tokens)
    joints = ConnectorReader(tokens: tokens)
    lists = ListBrackets.ends(tokens, stems, table)
  }

  static func parts(_ tokens: [Token], table: FoodTable) -> [Part] {
    var segmenter = Segmenter(tokens, table)
    segmenter.run()
    segmenter.countRuns()
    return segmenter.parts
  }

  private mutating func countRuns() {
    for index in parts.indices.reversed() where parts[index].isMeasured {
      let next = index + 1 < parts.count && parts[index + 1].joint == .next ? parts[index + 1].measuredRun : 0
      parts[index].measuredRun = 1 + next
    }
  }

  private mutating func run() {
    var index = 0
    while index < tokens.count {
      if let end = lists[index] {
        beginList(until: end)
        index += 1
      } else if list?.end == index {
        endList()
        index += 1
      } else if !isInName(index), let whole = wholeName(at: index) {
        part.words.append(whole.word)
        hasFood = true
        index += whole.length
      } else if isArticle(index), let whole = wholeName(at: index + 1), amounts.amount(at: index + 1) != nil {
        // "a quarter pounder" is no quarter.
        index = append(Amount(value: 1, isArticle: true), next: index + 1)
        part.words.append(whole.word)
        hasFood = true
        index += whole.length
      } else if let read = amounts.amount(at: index) {
        index = length(read.amount, next: read.next) ?? append(read.amount, next: read.next)
      } else if joints.isTail(at: index, afterFood: hasFood) {
        index = endOfTail(index + 1)
      } else if joints.joinsModifiers(at: index) || joinsAdjectives(at: index) {
        index += 1
      } else if let joint = joints.joint(at: index) {
        if hasFood, let word = tokens[index].text, KnownWords.isCooking(word), joint.next > index + 1 {
          part.words.append(PartWord(text: word, stem: stems[index]))
        }
        if !continuesAmount(joint.joint, at: joint.next) {
          close(joint.joint)
          part.isAnd = tokens[index] == .word("and")
        } else if joint.joint == .alternative {
          isOther = true
        }
        index = joint.next
      } else if tokens[index] == .slash, continuesAmount(.alternative, at: index + 1) {
        index += 1
      } else {
        token(tokens[index])
        index += 1
      }
    }
    endList()
  }

  private func isArticle(_ index: Int) -> Bool {
    (tokens[index] == .word("a") || tokens[index] == .word("an")) && index + 1 < tokens.count
  }

  /// Parts up to `end` say what the food before the bracket is made of.
  private mutating func beginList(until end: Int) {
    let stems = part.words.map(\.stem)
    let isHeaded =
      hasFood
      || stems.indices.contains {
        (table.longestMatch(stems, at: $0, upTo: stems.count)?.length ?? 0) > 1
      }
    close(.next)
    list = (isHeaded ? parts.indices.last : nil, end)
  }

  private mutating func endList() {
    close(.next)
    if let head = list?.head, head + 1 < parts.count {
      parts[head].listing = listing(behind: head)
    }
    list = nil
  }

  private func listing(behind head: Int) -> Listing {
    let measured = parts[(head + 1)...].filter(\.isMeasured)
    if measured.isEmpty { return .described }
    return measured.contains { $0.names(parts[head].words) } ? .repeated : .measured
  }

  private mutating func token(_ token: Token) {
    switch token {
    case .word(let word):
      if word == "each" || word == "apiece" { markEach() }
      part.words.append(PartWord(text: word, stem: Stem.of(word)))
      hasFood =
        hasFood || !KnownWords.isNarration(word) && word != "sweet" && MeasureUnit(spelling: word) == nil
    case .stop:
      // A comma behind "sorry" does not end what it takes back; one in brackets lists what is inside.
      close(.next)
    case .ampersand: close(.next)
    case .slash: close(part.words.isEmpty ? .next : .alternative)
    case .stated(let nutrient): state(nutrient)
    case .open: depth += 1
    case .close: depth = max(0, depth - 1)
    case .number, .dash: break
    }
  }

  /// A nutrient belongs to the food in front of it.
  private mutating func state(_ nutrient: StatedNutrient) {
    if part.words.isEmpty, part.amounts.isEmpty, !parts.isEmpty {
      parts[parts.count - 1].stated.append(nutrient)
    } else {
      part.stated.append(nutrient)
    }
  }

  private mutating func markEach() {
    if !part.amounts.isEmpty {
      part.amounts[part.amounts.count - 1].isEach = true
    } else if let last = parts.indices.last, !parts[last].amounts.isEmpty {
      parts[last].amounts[parts[last].amounts.count - 1].isEach = true
    }
  }

  /// Whether nothing but a word of praise stands here: "which was both tasty and filling".
  private func endsInPraise(_ index: Int) -> Bool {
    guard index < tokens.count, case .word(let word) = tokens[index],
      KnownWords.isDescription(word) || word == "filling"
    else { return false }
    return index + 1 == tokens.count || tokens[index + 1] == .stop
  }

  /// Whether the "and" here stands between adjectives of a food that is not named yet: "a warm and comforting bowl".
  private func joinsAdjectives(at index: Int) -> Bool {
    guard tokens[index] == .word("and"), !part.words.isEmpty, index + 1 < tokens.count,
      case .word(let next) = tokens[index + 1],
      KnownWords.isDescription(next) || KnownWords.makesModifier(next) || next == "pre" || next.hasSuffix("ened")
    else { return false }
    return part.words.allSatisfy { word in
      word.food == nil
        && (KnownWords.isNarration(word.text) || KnownWords.isDescription(word.text)
          || MeasureUnit(spelling: word.text) != nil || table.longestMatch([word.stem], at: 0, upTo: 1) == nil)
    }
  }

  /// The end of words that tell no food: the next stop, amount or separating joint.
  private func endOfTail(_ start: Int) -> Int {
    var index = start
    while index < tokens.count, tokens[index] != .stop, tokens[index] != .ampersand, tokens[index] != .close {
      if let read = amounts.amount(at: index), !read.amount.isArticle { break }
      if let joint = joints.joint(at: index), joint.joint == .next || joint.joint == .excluded,
        !endsInPraise(joint.next)
      {
        break
      }
      // "that is loaded with vitamin C" says more about the food.
      if joints.isFilling(at: index) { break }
      if case .stated = tokens[index] { break }
      index += 1
    }
    return index
  }

  mutating func close(_ joint: Connector) {
    // "sorry, I meant 60 g", "tea, without sugar": an empty part hands its joint on.
    let isBlank = part.isEmpty || part.amounts.isEmpty && part.stated.isEmpty && !hasFood
    // What is left out of "no breakfast, just coffee" is the breakfast.
    let isHanded =
      part.joint == .correction || part.joint == .alternative || part.joint == .excluded && part.words.isEmpty
    if isBlank, isHanded, joint == .next || joint == .correction {
      part = Part(joint: part.joint)
      hasFood = false
      return
    }
    if !part.isEmpty {
      part.isListed = list?.head != nil
      parts.append(part)
    }
    part = Part(joint: joint)
    hasFood = false
  }
}
