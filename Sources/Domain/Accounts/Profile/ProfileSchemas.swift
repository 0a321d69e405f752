import API
import HealthModels
import JSONCodec

/// An account and its body profile as JSON.
enum ProfileSchemas {
  /// The account in the response to a login.
  static let account = Schema.object(accountFields, named: "Account")

  /// The account with its body profile.
  static let profile = Schema.object(accountFields + bodyFields(both: true), named: "Profile")

  /// The members of a request that changes the profile.
  static let change: [FieldDeclaration] =
    [newName, newDateOfBirth, language.optional, timeZone.optional] + bodyFields(both: false)

  static let newName = FieldDeclaration.string(
    "name", length: 0...ProfilePolicy.maxNameBytes,
    "The display name, on one line. Bytes are counted. Characters that reverse the direction of text are refused."
  ).or("fullName", "full_name").optional.nullable

  static let newDateOfBirth = FieldDeclaration(
    "date_of_birth", .oneOf(.date, .time),
    "A date or a time, of which the date as written counts. At least \(ProfilePolicy.minAge) years ago."
  ).or("dateOfBirth").optional.nullable

  private static let language = FieldDeclaration.string(
    "language", oneOf: ProfileLanguage.allCases.map(\.rawValue),
    "The language in which the user writes meals, a hint for the parser; null if it is not stated."
  ).nullable

  private static let timeZone = FieldDeclaration(
    "timezone", TimeZoneParameter.schema, "The time zone in which the user's days are counted; null for UTC."
  ).nullable

  static let ageRestriction = ErrorDeclaration(
    400, "AGE_RESTRICTION", "The date of birth is less than \(ProfilePolicy.minAge) years ago.")

  static let accountExample: JSONValue = [
    "id": "ee472072-a8f8-468a-84c7-c6e1506613fd", "user_id": "ee472072-a8f8-468a-84c7-c6e1506613fd",
    "username": "bob@example.com", "email": "bob@example.com", "name": "Bob", "fullName": "Bob",
    "date_of_birth": "1990-05-31", "dateOfBirth": "1990-05-31", "language": nil, "timezone": nil, "role": "user",
    "created_at": "2026-11-22T07:01:57Z", "createdAt": "2026-11-22T07:01:57Z",
  ]

  static let profileExample: JSONValue = {
    var body = BodyProfile()
    body.sex = .male
    body.age = 36
    body.heightCentimetres = 180
    body.weightKilograms = 80.5
    body.goal = .maintain
    return accountExample.merging(body.members)
  }()

  private static let accountFields: [FieldDeclaration] = [
    .string("id", "The UUID of the account."), .string("user_id", "The same as `id`."),
    .string("username", "The name for logins."), .string("email", "Empty if there is none."),
    .string("name", "The display name; may be empty."), .string("fullName", "The same as `name`."),
    .init("date_of_birth", .date, "null if unknown.").nullable,
    .init("dateOfBirth", .date, "The same as `date_of_birth`.").nullable, language, timeZone,
    .string("role", oneOf: ["user", "admin"], "`admin` may create invitations."),
    .time("created_at", "The time of the sign-up."), .time("createdAt", "The same as `created_at`."),
  ]

  /// - Parameter both: true for a response, which has a member for each spelling; false for a request, which has one.
  private static func bodyFields(both: Bool) -> [FieldDeclaration] {
    BodyProfile.Field.allCases.flatMap { field -> [FieldDeclaration] in
      let names = field.names
      let main = FieldDeclaration(names[0], schema(field), summary(field)).nullable
      guard both else {
        var member = main.optional
        member.aliases = Array(names.dropFirst())
        return [member]
      }
      // An age that follows from the date of birth may exceed the range of a stated one.
      if field == .age { return [.integer("age", summary(field)).nullable] }
      // `gender` is read, but not sent.
      let others = names.dropFirst().filter { $0 != "gender" }
      return [main] + others.map { FieldDeclaration($0, schema(field), "The same as `\(names[0])`.").nullable }
    }
  }

  private static func schema(_ field: BodyProfile.Field) -> Schema {
    switch field {
    case .sex: .string(oneOf: BodyProfile.Sex.allCases.map(\.rawValue))
    case .age: .integer(in: BodyProfile.ages)
    case .height: .number(in: BodyProfile.heights)
    case .weight: .number(in: BodyProfile.weights)
    case .activity: .string(oneOf: BodyProfile.Activity.allCases.map(\.rawValue))
    case .goal: .string(oneOf: BodyProfile.Goal.allCases.map(\.rawValue))
    case .energyTarget: .number(in: BodyProfile.energyTargets)
    case .proteinTarget: .number(in: BodyProfile.proteinTargets)
    }
  }

  private static func summary(_ field: BodyProfile.Field) -> String {
    switch field {
    case .sex: "The sex that the user states; null if unknown."
    case .age: "Full years. The date of birth has precedence; null if both are unknown."
    case .height: "Centimetres; null if unknown."
    case .weight: "Kilograms; null if unknown."
    case .activity: "The physical activity of a usual day; null if unknown."
    case .goal: "The intended change of weight; null if unknown."
    case .energyTarget: "The intended intake in kcal a day; null if the coach computes it."
    case .proteinTarget: "The intended intake in g a day; null if the coach computes it."
    }
  }
}
