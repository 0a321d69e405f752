import HealthModels

/// The answers to "How many calories do I need?" and "What is my BMI?".
extension Dialogue {
  mutating func energyNeeds(_ needs: EnergyNeeds) -> String {
    sources = [EnergyNeeds.source]
    return Wording.text(
      "energy.needs",
      [
        "rest": needs.atRest, "day": needs.aDay, "factor": String(facts.body.activity?.level ?? 0),
        "advice": Wording.text("energy." + needs.advice, ["target": needs.target]), "protein": needs.protein,
      ])
  }

  mutating func bodyMassIndex() -> String {
    let height = facts.body.heightCentimetres ?? 0
    sources = ["WHO, Obesity and overweight, 2024"]
    let (least, most) = (BodyMassIndex.least.kilograms(height), BodyMassIndex.most.kilograms(height))
    let range = Wording.text("bmi.range", ["height": height, "least": least.rounded(), "most": most.rounded()])
    guard let weight = facts.body.weightKilograms else { return Wording.text("bmi.unweighed", ["range": range]) }
    let index = (weight / BodyMassIndex(value: 1).kilograms(height) * 10).rounded() / 10
    return Wording.text("bmi.index", ["height": height, "weight": weight, "index": String(index), "range": range])
  }
}
