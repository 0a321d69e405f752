import Bytes
import HealthModels
import TextModels

/// Converts amount, unit and size into grams of a food.
///
/// Sources in the order of confidence: a weight, a household measure of the food, its density, a customary vessel, and
/// last the default serving. Similar measures, sizes and vessels are rows of `words.tsv`.
struct PortionResolver {
  /// Largest weight of one food in a meal; larger amounts are reduced to it.
  static let maxGrams = 5000.0

  let food: Food

  /// - Parameters:
  ///   - value: nil if the text gives no amount.
  ///   - size: a unit with `isSize`, from the words of the segment.
  func portion(value: Double?, unit: MeasureUnit?, size: MeasureUnit?) -> Portion {
    var portion = unit.map { measured(value ?? 1, $0, size) } ?? counted(value, size)
    // "milk 200", "sauce 330", but "400 bananas"
    let isMeasure = ![.piece, .slice].contains(portion.unit) && !portion.unit.isSize
    if unit == nil, let value, (50...1000).contains(value), portion.grams > 2500, isMeasure {
      portion = measured(value, isDrink ? .milliliter : .gram, nil)
    }
    if portion.grams > Self.maxGrams || !portion.grams.isFinite {
      portion.notes.append("\(portion.unit.text(portion.value)) is not a plausible amount, counted as 5 kg")
      portion.grams = Self.maxGrams
      portion.confidence = 0.1
    } else if portion.grams == 0 {
      portion.notes.append("the amount is zero")
      portion.confidence = 0.3
    } else if portion.grams > 2500 {
      portion.notes.append("unusually large amount")
      portion.confidence = min(portion.confidence, 0.4)
    }
    return portion
  }

  private func measured(_ count: Double, _ unit: MeasureUnit, _ size: MeasureUnit?) -> Portion {
    func portion(_ grams: Double, _ confidence: Double) -> Portion { Portion(count, unit, each: grams, confidence) }
    // Ounces of a drink are fluid ounces.
    if unit == .ounce, isDrink { return portion((food.density ?? 1) * 29.5735, Confidence.weight) }
    if let grams = unit.grams { return portion(grams, Confidence.weight) }
    // Sweets are sold in small bars and bags; a snack-size cup of pudding is a small one.
    if size == .fun, !unit.isSize {
      let isSmallSweet = food.category == "sweet" && ![.cup, .container, .serving].contains(unit)
      return isSmallSweet || food.measures[.fun] != nil ? measured(count, .fun, nil) : measured(count, unit, .mini)
    }
    if let size, let grams = sized(unit, size) { return portion(grams, Confidence.ownSize) }
    if size == .mini, unit == .container || unit == .serving { return measured(count, unit, nil) }
    let scale = unit.isSize ? 1 : unit == .bag ? size.flatMap { Self.bags[$0] } ?? 1 : Self.scale(size)
    // A piece of a sliced food is a slice, not the whole. That of a sausage or of a fried chicken is the whole.
    let slice = food.category == "meat" ? nil : food.measures[.slice]
    if unit == .piece, let slice, slice < food.measures[.piece] ?? .infinity {
      return portion(slice * scale, Confidence.ownMeasure)
    }
    if let own = food.measures[unit] {
      return portion(own * scale, unit == .bottle ? Confidence.bottle : Confidence.ownMeasure)
    }
    if unit == .whole || unit == .loaf, let whole = WholeFood.grams(food, unit, size) {
      return noted(portion(whole, Confidence.whole))
    }
    if let volume = unit.milliliters { return byVolume(count, unit, volume) }
    if let near = similarMeasure(to: unit) { return portion(near * scale, Confidence.nearMeasure) }
    if let usual = Self.usual[unit.rawValue + " " + food.category] {
      return noted(portion(usual * scale, Confidence.vessel))
    }
    if let volume = unit.customaryMilliliters, food.density != nil || isDrink {
      return noted(portion(volume * scale * (food.density ?? 1), Confidence.vessel))
    }
    return byServing(count, unit, size, unit == .serving ? Confidence.usualServing : Confidence.servingForUnit)
  }

  private func byVolume(_ count: Double, _ unit: MeasureUnit, _ volume: Double) -> Portion {
    let known = [MeasureUnit.cup, .tablespoon, .teaspoon, .fluidOunce].lazy.compactMap { [food] unit in
      unit.milliliters.flatMap { milliliters in food.measures[unit].map { $0 / milliliters } }
    }.first
    guard let density = food.density ?? known ?? (isDrink ? 1 : nil) else {
      return noted(Portion(count, unit, each: volume * 0.6, Confidence.volumeByGuess))
    }
    return Portion(count, unit, each: volume * density, Confidence.volume)
  }

  /// Grams of a measure with a size: a large slice, a medium bag.
  private func sized(_ unit: MeasureUnit, _ size: MeasureUnit) -> Double? {
    if let grams = food.sized[SizedMeasure(size: size, unit: unit)] { return grams }
    switch unit {
    case .piece:
      // A large piece of pizza is a slice of a large one, but that of a fried chicken breast no slice.
      return (food.category == "meat" ? food.measures[size] : food.sized[SizedMeasure(size: size, unit: .slice)])
        ?? (WholeFood.isCountedWhole(food) ? nil : food.measures[size])
    // A snack-size cup of fruit is a container.
    case .cup where size == .mini && !isDrink, .packet, .container, .bag, .box:
      return food.sized[SizedMeasure(size: size, unit: .bag)] ?? food.sized[SizedMeasure(size: size, unit: .container)]
        ?? (size == .xlarge ? food.measures[size] : nil)
    // "A large serving of shrimp" is not one large shrimp, but that of cola is a large one, and that of crisps a bag.
    case .serving where !(0.3...3).contains(food.measures[size].map { $0 / food.servingGrams } ?? 1): return nil
    case .serving, .bar: return food.measures[size] ?? sized(.bag, size) ?? drinkGrams(size)
    // "A small cup of coffee" is the small size of the drink, which is more than a cup.
    case .cup, .glass, .mug: return isDrink ? food.measures[size] : nil
    default: return nil
    }
  }

  /// Grams of a measure of the food that is much the same as `unit`.
  private func similarMeasure(to unit: MeasureUnit) -> Double? {
    if let grams = drinkGrams(unit) { return grams }
    // A wedge of a lime is an eighth of it.
    let share = unit == .wedge ? 0.125 : unit.scale
    let scaled = share.flatMap { share in (food.measures[.medium] ?? food.measures[.piece]).map { $0 * share } }
    // Small bars and bags of sweets weigh half an ounce, whatever one piece weighs.
    if unit == .fun, food.category == "sweet", let one = food.measures[.mini] ?? scaled { return max(15, one) }
    return Self.near[unit, default: []].lazy.compactMap { food.measures[$0] }.first ?? scaled
  }

  /// Grams of a drink of this size, as sold by the cup; nil for food.
  private func drinkGrams(_ size: MeasureUnit) -> Double? {
    guard isDrink else { return nil }
    let name = ByteSearch.folded(food.name)
    let isHot = food.measures[.mug] != nil || ByteSearch.contains(name, "coffee") || ByteSearch.contains(name, "tea")
    return ((isHot ? Self.hotDrinks[size] : nil) ?? Self.drinks[size]).map { $0 * (food.density ?? 1) }
  }

  /// The portion without a unit: pieces, or servings of food that is not counted in pieces.
  private func counted(_ value: Double?, _ size: MeasureUnit?) -> Portion {
    if let size, let grams = food.measures[size] ?? similarMeasure(to: size) {
      return Portion(value ?? 1, size, each: grams, value == nil ? Confidence.ownPiece : Confidence.ownSize)
    }
    guard let value else { return assumedServing(size) }
    // Half a chicken is not half of a piece, and a pizza is not a slice.
    if value < 1 || WholeFood.isCountedWhole(food), let whole = WholeFood.wholeGrams(food) {
      return noted(Portion(value, .whole, each: whole, Confidence.whole))
    }
    if let grams = food.measures[.piece] { return Portion(value, .piece, each: grams, Confidence.ownPiece) }
    let serving = food.servingMeasure ?? .serving
    // Two coffees are two servings.
    if isDrink { return byServing(value, serving, size, Confidence.countedServing) }
    let units: [MeasureUnit] = [.medium, .slice, .bar, .patty, .link, .fillet, .can, .bottle]
    // Many pieces of unknown weight are small: crisps, nuts, beans, berries.
    if (3...100).contains(value), units.prefix(3).allSatisfy({ food.measures[$0] == nil }),
      let most = Self.smallPieces[food.category]
    {
      return noted(Portion(value, .piece, each: min(most, food.servingGrams / value), Confidence.nearMeasure))
    }
    for unit in units {
      guard let grams = food.measures[unit] else { continue }
      if unit == .medium { return noted(Portion(value, unit, each: grams, Confidence.ownSize)) }
      return noted(Portion(value, unit, each: grams * Self.scale(size), Confidence.otherPiece))
    }
    return byServing(value, serving, size, Confidence.countedServing)
  }

  private func assumedServing(_ size: MeasureUnit?) -> Portion {
    let grams = food.servingGrams * Self.scale(size)
    let unit = food.servingMeasure ?? .serving
    let notes = ["assumed \(unit.text(1)), \(TextFormat.decimal(grams.rounded())) g"]
    return Portion(1, unit, each: grams, Confidence.assumedServing, notes: notes)
  }

  private func byServing(_ count: Double, _ unit: MeasureUnit, _ size: MeasureUnit?, _ confidence: Double) -> Portion {
    // A chunk of melon is smaller than a serving.
    let isChunk = unit == .cube || unit == .piece && ["fruit", "vegetable"].contains(food.category)
    let share = unit == .bite ? 0.15 : unit == .handful ? 0.5 : 1
    let grams = isChunk ? min(15, food.servingGrams) : food.servingGrams * Self.scale(size) * share
    return noted(Portion(count, unit, each: grams, confidence))
  }

  /// Adds a note with the assumed weight of one unit.
  private func noted(_ portion: Portion) -> Portion {
    guard portion.value > 0, portion.grams.isFinite else { return portion }
    var portion = portion
    let each = portion.grams / portion.value
    portion.notes.append("1 \(portion.unit.name) taken as \(TextFormat.decimal(each < 10 ? each : each.rounded())) g")
    return portion
  }

  private var isDrink: Bool { food.kind != .food }

  private static func scale(_ size: MeasureUnit?) -> Double { size?.scale ?? 1 }

  /// Measures that may replace another.
  private static let near: [MeasureUnit: [MeasureUnit]] = Lexicon.table("unit-near").reduce(into: [:]) { near, row in
    let units = row.map { $0.compactMap(MeasureUnit.init(rawValue:)) }
    for unit in units[0] { near[unit] = units[1] }
  }
  private static let drinks = MeasureUnit.figures("unit-drink")
  private static let hotDrinks = MeasureUnit.figures("unit-hot-drink")
  /// Bags of crisps are sold with 28, 57 and 85 g.
  private static let bags = MeasureUnit.figures("unit-bag")
  /// Grams by category of a can (soup with the water it is prepared with, drained vegetables) and of an inch.
  private static let usual = Lexicon.keys("usual").compactMapValues(Double.init)
  /// Largest weight of a small piece by category.
  private static let smallPieces = Lexicon.keys("small-piece").compactMapValues(Double.init)
}
