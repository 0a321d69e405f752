/// Converts amount, unit and size into grams of a food.
///
/// Sources in the order of confidence: a weight, a household measure of the food, its density, a customary vessel, and
/// last the default serving.
struct PortionResolver {
  /// Largest weight of one food in a meal; larger amounts are reduced to it.
  static let maxGrams = 5000.0

  /// Grams of a can of soup, condensed ones with the water they are prepared with: 525 to 602 in the survey.
  private static let soupCanGrams = 560.0

  let food: Food

  /// - Parameters:
  ///   - value: nil if the text gives no amount.
  ///   - size: a unit with `isSize`, from the words of the segment.
  func portion(value: Double?, unit: MeasureUnit?, size: MeasureUnit?) -> Portion {
    var portion = uncapped(value: value, unit: unit, size: size)
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

  private func uncapped(value: Double?, unit: MeasureUnit?, size: MeasureUnit?) -> Portion {
    guard let unit else { return counted(value, size: size) }
    // "Hot leaf tea" is no leaf, and "a double burger with two patties" one burger.
    if unit == .leaf, food.kind != .food { return counted(value, size: size) }
    if unit == .patty, food.measures[.patty] == nil, Dish(food).isHandheld { return counted(1, size: size) }
    let count = value ?? 1
    if let grams = mass(unit) {
      return Portion(grams: count * grams, value: count, unit: unit, confidence: Confidence.weight)
    }
    if size == .fun, !unit.isSize { return uncapped(value: value, unit: .fun, size: nil) }
    // "A large serving of cola" is a large one, and that of crisps a large bag.
    if unit == .serving, let size, let grams = servingGrams(size) {
      return Portion(grams: count * grams, value: count, unit: unit, confidence: Confidence.ownSize)
    }
    // "A small cup of coffee" is the small size of the drink, which is more than a cup.
    if let size, food.kind != .food, [.cup, .glass, .mug].contains(unit), let grams = food.measures[size] {
      return Portion(grams: count * grams, value: count, unit: size, confidence: Confidence.ownSize)
    }
    if let size, let grams = sized(unit, size) {
      return Portion(grams: count * grams, value: count, unit: unit, confidence: Confidence.ownSize)
    }
    if unit == .piece || unit == .slice, let slice = WholeFood.sliceGrams(food) {
      return weighed(count, .slice, slice, size)
    }
    // A piece of a sliced food is a slice, not the whole. That of a sausage or of a fried chicken is the whole.
    if unit == .piece, food.category != "meat", let slice = food.measures[.slice],
      slice < food.measures[.piece] ?? .infinity
    {
      return weighed(count, unit, slice, size)
    }
    if let own = food.measures[unit] {
      let confidence = unit == .bottle ? Confidence.bottle : Confidence.ownMeasure
      return weighed(count, unit, own, size, confidence: confidence)
    }
    if unit == .whole, WholeFood.wholeGrams(food) == nil, let own = WholeFood.pieceGrams(food) {
      return Portion(grams: count * own, value: count, unit: unit, confidence: Confidence.ownPiece)
    }
    if unit == .whole || unit == .loaf, let whole = WholeFood.grams(food, unit, size) {
      return noted(Portion(grams: count * whole, value: count, unit: unit, confidence: Confidence.whole))
    }
    if let volume = unit.milliliters { return byVolume(count, unit, volume) }
    if let near = similarMeasure(to: unit) {
      return weighed(count, unit, near, size, confidence: Confidence.nearMeasure)
    }
    if unit == .can, food.category == "soup" {
      return noted(
        Portion(
          grams: count * Self.soupCanGrams * Self.scale(size), value: count, unit: unit,
          confidence: Confidence.vessel))
    }
    if let volume = unit.customaryMilliliters, food.density != nil || food.kind != .food {
      let scale = Self.scale(size)
      return noted(
        Portion(
          grams: count * volume * scale * (food.density ?? 1), value: count, unit: unit,
          confidence: Confidence.vessel))
    }
    return byServing(count, unit, size)
  }

  /// Grams of a unit of weight. Ounces of a drink are fluid ounces.
  private func mass(_ unit: MeasureUnit) -> Double? {
    if unit == .ounce, food.kind != .food { return (food.density ?? 1) * 29.5735 }
    return unit.grams
  }

  private func weighed(
    _ count: Double, _ unit: MeasureUnit, _ grams: Double, _ size: MeasureUnit?,
    confidence: Double = Confidence.ownMeasure
  ) -> Portion {
    let scale = unit.isSize ? 1 : unit == .bag ? Self.bagScale(size) : Self.scale(size)
    return Portion(grams: count * grams * scale, value: count, unit: unit, confidence: confidence)
  }

  private func byVolume(_ count: Double, _ unit: MeasureUnit, _ volume: Double) -> Portion {
    if let density = food.density {
      return Portion(grams: count * volume * density, value: count, unit: unit, confidence: Confidence.volumeByDensity)
    }
    for known in [MeasureUnit.cup, .tablespoon, .teaspoon, .fluidOunce] {
      guard let grams = food.measures[known], let milliliters = known.milliliters else { continue }
      return Portion(
        grams: count * volume * grams / milliliters, value: count, unit: unit,
        confidence: Confidence.volumeByOtherVolume)
    }
    if food.kind != .food {
      return Portion(grams: count * volume, value: count, unit: unit, confidence: Confidence.volumeOfWater)
    }
    return noted(
      Portion(grams: count * volume * 0.6, value: count, unit: unit, confidence: Confidence.volumeByGuess))
  }

  /// Grams of a serving of this size, if the food is sold in sizes.
  private func servingGrams(_ size: MeasureUnit) -> Double? {
    food.measures[size] ?? food.sized[SizedMeasure(size, .bag)] ?? sizedPiece(size)
      ?? drinkMilliliters(size).map { $0 * (food.density ?? 1) }
  }

  /// Grams of what is one of the food in this size: a medium fillet of cod, a small breadstick.
  private func sizedPiece(_ size: MeasureUnit) -> Double? {
    let units: [MeasureUnit] = [.fillet, .stick, .bar, .patty, .link, .wedge]
    return units.lazy.compactMap { food.sized[SizedMeasure(size, $0)] }.first
  }

  /// Grams of a measure with a size: a large slice, a medium bag.
  private func sized(_ unit: MeasureUnit, _ size: MeasureUnit) -> Double? {
    if let grams = food.sized[SizedMeasure(size, unit)] { return grams }
    switch unit {
    case .piece:
      // A large piece of pizza is a slice of a large one, and that of chicken a large one.
      if food.category == "meat", let grams = food.measures[size] { return grams }
      return food.sized[SizedMeasure(size, .slice)] ?? (WholeFood.isCutInSlices(food) ? nil : food.measures[size])
    case .packet, .container, .bag, .box:
      return food.sized[SizedMeasure(size, .bag)] ?? food.sized[SizedMeasure(size, .container)]
    case .bar where size == .mini || size == .xlarge: return food.measures[size]
    default: return nil
    }
  }

  /// Grams of a measure of the food that is much the same as `unit`.
  private func similarMeasure(to unit: MeasureUnit) -> Double? {
    let near: [MeasureUnit]
    switch unit {
    case .piece: near = [.medium, .slice, .fillet, .patty, .link, .bar, .strip, .square, .spear, .stalk, .clove]
    case .slice: near = [.strip, .wedge, .piece]
    case .strip: near = [.slice, .piece]
    case .fillet, .patty, .link, .ball, .ear, .head, .bar, .stick, .spear: near = [.piece, .medium, .link]
    case .wedge, .ring:
      // A wedge of a lime is an eighth of it.
      return food.measures[.slice]
        ?? (unit == .wedge ? (food.measures[.piece] ?? food.measures[.medium]).map { $0 / 8 } : nil)
    case .packet, .bag, .container, .box:
      // A container of a sauce is the one for dipping, not a packet of it.
      if unit == .container, let dip = food.sized[SizedMeasure(.small, .container)] { return dip }
      near = [.box, .packet, .bag, .container, .bar]
    case .mug, .glass: near = [.glass, .mug, .cup]
    case .mini, .fun:
      if let volume = drinkMilliliters(unit) { return volume * (food.density ?? 1) }
      // Sweets are sold in small bars and bags of half an ounce, whatever one piece weighs.
      let most = food.measures[.piece].map { $0 * Self.scale(.mini) }
      if unit == .fun, food.category == "sweet" { return max(15, most ?? 0) }
      return food.measures[unit == .fun ? .mini : .fun] ?? food.measures[.small].map { $0 * 0.6 } ?? most
    case .small, .medium, .large, .xlarge, .child, .personal:
      if let volume = drinkMilliliters(unit) { return volume * (food.density ?? 1) }
      guard let base = food.measures[.medium] ?? food.measures[.piece] else { return nil }
      return base * Self.scale(unit)
    default: near = []
    }
    return near.lazy.compactMap { food.measures[$0] }.first
  }

  /// Millilitres of a drink of this size, as sold by the cup; nil for food.
  private func drinkMilliliters(_ size: MeasureUnit) -> Double? {
    guard food.kind != .food else { return nil }
    let name = ByteSearch.folded(food.name)
    let isHot = food.measures[.mug] != nil || ByteSearch.contains(name, "coffee") || ByteSearch.contains(name, "tea")
    switch size {
    case .mini, .fun: return 120
    case .child, .personal: return 266
    case .small: return 355
    case .medium: return isHot ? 473 : 490
    case .large: return isHot ? 591 : 710
    case .xlarge: return isHot ? 710 : 976
    default: return nil
    }
  }

  /// The portion without a unit: pieces, or servings of food that is not counted in pieces.
  private func counted(_ value: Double?, size: MeasureUnit?) -> Portion {
    if let size, let grams = food.measures[size] ?? sizedPiece(size) ?? similarMeasure(to: size) {
      return Portion(
        grams: (value ?? 1) * grams, value: value ?? 1, unit: size,
        confidence: value == nil ? Confidence.sizeAlone : Confidence.ownSize)
    }
    guard let value else { return assumedServing(size) }
    // Half a chicken is not half of a piece, and a pizza is not a slice.
    if value < 1 || WholeFood.isCountedWhole(food), let whole = WholeFood.wholeGrams(food) {
      return noted(Portion(grams: value * whole, value: value, unit: .whole, confidence: Confidence.whole))
    }
    if let grams = food.measures[.piece] {
      return Portion(grams: value * grams, value: value, unit: .piece, confidence: Confidence.ownPiece)
    }
    // Two coffees are two servings.
    if food.kind != .food {
      let serving = food.servingMeasure ?? .serving
      return noted(weighed(value, serving, food.servingGrams, size, confidence: Confidence.countedDrink))
    }
    // Many pieces of unknown weight are small.
    if (3...100).contains(value), Self.isSmall(food) {
      let most = food.category == "legume" || food.category == "grain" ? 1.0 : 3
      return noted(
        weighed(value, .piece, min(most, food.servingGrams / value), size, confidence: Confidence.nearMeasure))
    }
    for unit in [MeasureUnit.medium, .slice, .bar, .patty, .link, .fillet, .can, .bottle] {
      guard let grams = food.measures[unit] else { continue }
      return noted(
        weighed(
          value, unit, grams, size, confidence: unit == .medium ? Confidence.ownPiece : Confidence.otherPiece))
    }
    return byServing(value, food.servingMeasure ?? .serving, size, confidence: Confidence.countedServing)
  }

  private func assumedServing(_ size: MeasureUnit?) -> Portion {
    let grams = food.servingGrams * Self.scale(size)
    let unit = food.servingMeasure ?? .serving
    var portion = Portion(grams: grams, value: 1, unit: unit, confidence: Confidence.assumedServing)
    portion.notes.append("assumed \(unit.text(1)), \(NumberFormat.text(grams.rounded())) g")
    return portion
  }

  private func byServing(
    _ count: Double, _ unit: MeasureUnit, _ size: MeasureUnit?,
    confidence: Double = Confidence.servingForUnit
  ) -> Portion {
    // A chunk of melon is smaller than a serving.
    if unit == .cube || unit == .piece && (food.category == "fruit" || food.category == "vegetable") {
      return noted(Portion(grams: count * min(15, food.servingGrams), value: count, unit: unit, confidence: confidence))
    }
    let scale = Self.scale(size) * (unit == .bite ? 0.15 : unit == .handful ? 0.5 : 1)
    let isUsual = unit == .serving && confidence == Confidence.servingForUnit
    let confidence = isUsual ? Confidence.usualServing : confidence
    return noted(Portion(grams: count * food.servingGrams * scale, value: count, unit: unit, confidence: confidence))
  }

  /// Whether many pieces of unknown weight are small: crisps, nuts, beans, berries.
  private static func isSmall(_ food: Food) -> Bool {
    food.measures[.medium] == nil && food.measures[.slice] == nil && food.measures[.bar] == nil
      && ["snack", "sweet", "nut", "legume", "fruit", "vegetable", "grain"].contains(food.category)
  }

  /// Adds a note with the assumed weight of one unit.
  private func noted(_ portion: Portion) -> Portion {
    guard portion.value > 0, portion.grams.isFinite else { return portion }
    var portion = portion
    let each = portion.grams / portion.value
    portion.notes.append(
      "1 \(portion.unit.displayName) taken as \(NumberFormat.text(each < 10 ? each : each.rounded())) g")
    return portion
  }

  /// Bags of crisps are sold with 28, 57 and 85 g.
  private static func bagScale(_ size: MeasureUnit?) -> Double {
    switch size {
    case .medium: 2
    case .large, .xlarge: 3
    default: 1
    }
  }

  private static func scale(_ size: MeasureUnit?) -> Double {
    switch size {
    case .mini, .fun: 0.4
    case .child, .personal: 0.6
    case .small: 0.75
    case .large: 1.3
    case .xlarge: 1.6
    default: 1
    }
  }
}
