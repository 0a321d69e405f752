import HealthModels

/// The answer to "How many calories do I need?".
enum EnergyAnswer {
  static func text(_ dialogue: inout Dialogue) -> String {
    let facts = dialogue.facts
    if let age = facts.body.age, age < 18 {
      dialogue.drop()
      return minors
    }
    if let question = EnergyNeeds.missing(facts) {
      let lead = dialogue.state.asked == nil ? "I can work that out from a few facts." : ""
      return dialogue.ask(question, for: .energyNeeds, saying: lead)
    }
    guard let needs = EnergyNeeds(facts), needs.atRest > 300 else {
      dialogue.drop()
      return "These figures do not go together, so I cannot work it out. Please check age, height and weight."
    }
    dialogue.drop()
    dialogue.sources = [EnergyNeeds.source]
    return explained(needs, facts)
  }

  static let minors = """
    The formula was made for adults. Below 18 the body still grows, so please ask a paediatrician or a dietitian before \
    you count calories; regular meals with vegetables, fruit, whole grains and a source of protein are the right start.
    """

  private static func explained(_ needs: EnergyNeeds, _ facts: Facts) -> String {
    var text =
      "At rest your body uses about \(TextFormat.kilocalories(needs.atRest)) a day (Mifflin-St Jeor), and about "
      + "\(TextFormat.kilocalories(needs.aDay)) with your activity (factor \(facts.body.activity?.level ?? 0)). "
    switch facts.body.goal ?? .maintain {
    case .lose where needs.isRaised:
      text +=
        "To lose weight, eat about \(TextFormat.kilocalories(needs.target)): less than that should be supervised by a "
        + "doctor or dietitian. "
    case .lose:
      text +=
        "To lose weight, \(TextFormat.kilocalories(needs.target)) a day is 500 below that, about half a kilogram a week at "
        + "first. "
    case .maintain: text += "To hold your weight, that is also your target. "
    case .gain:
      text += "To gain, \(TextFormat.kilocalories(needs.target)) a day is 300 above that; train for it to be muscle. "
    }
    text += "For protein, aim at about \(TextFormat.grams(needs.protein)) a day. "
    return text + "A formula is off by 10 % for many people: watch your weight for two or three weeks and adjust."
  }
}
