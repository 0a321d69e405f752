import Testing
import TextModels

@testable import Coach

/// The steps until help comes, by the sign of an emergency.
@Suite struct FirstAidTests {
  private static let rows = CoachTable.firstAid.rows(3)

  @Test func hasEveryTextInEveryLanguage() {
    let languages = Set(SafetyFinding.Language.allCases.map(\.rawValue))
    let byName = Dictionary(grouping: Self.rows) { $0[0] }
    for (name, rows) in byName {
      #expect(Set(rows.map { $0[1] }) == languages && rows.count == languages.count, "\(name)")
    }
    for row in Self.rows { #expect((15...280).contains(row[2].count), "\(row[0]) \(row[1])") }
    let signs = CoachTable.firstAidSigns.rows(4)
    #expect(Set(signs.map { $0[0] }).isSubset(of: byName.keys))
    // The text of each sign has a source.
    for (name, rows) in Dictionary(grouping: signs, by: { $0[0] }) { #expect(!rows[0][3].isEmpty, "\(name)") }
  }

  @Test(arguments: [
    ("my dad has chest pain and sweats", "Aspirin only if the operator says so"),
    ("she collapsed and is not breathing", "Push hard and fast"),
    ("my husband's face is drooping and his speech is slurred", "Note when it began"),
    ("my son is having a seizure", "Nothing in the mouth"),
    ("the bleeding from his leg won't stop", "Press hard on the wound"),
    ("my baby swallowed a button battery", "Honey only if the poison centre"),
    ("she ate nuts and her throat is swelling shut", "outer thigh"),
    ("he is choking on a grape and can't breathe", "between the shoulder blades"),
    ("mein mann hat brustschmerzen und bekommt keine luft", "Nitrospray"),
    ("mi hijo se está atragantando con una uva", "omóplatos"),
    ("il saigne beaucoup du bras et ça ne s'arrête pas", "Appuyez"),
  ])
  func namesTheStepsForTheSign(_ message: String, _ text: String) throws {
    let reply = try #require(SafetyStage().verdict(on: message).finding).reply
    #expect(reply.contains(text), "\(reply)")
    #expect(!reply.contains("{"))
  }

  /// The general steps of a category where no sign is named.
  @Test func namesGeneralStepsWithoutASign() {
    for language in SafetyFinding.Language.allCases {
      for category in [SafetyFinding.Category.emergency, .poisoning] {
        let finding = SafetyFinding(category: category, language: language)
        let general = Self.rows.first { $0[0] == category.rawValue && $0[1] == language.rawValue }?[2]
        #expect(general.map(finding.reply.contains) == true)
      }
    }
  }
}
