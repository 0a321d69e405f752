import API

/// The setting that decides who may create an account over REST.
package enum SignUpMode: String, Sendable, CaseIterable {
  /// Every client.
  case open
  /// Clients with an invitation code.
  case invite
  /// No client. The command line still creates accounts.
  case closed
}

/// The refusals of a sign-up that have nothing to do with the new account's data.
enum SignUpProblem {
  static let closed = Problem(
    status: 403, code: "SIGNUP_CLOSED",
    message: "This server does not accept sign-ups. Ask its administrator for an account.")

  static let invitationRequired = Problem(
    status: 403, code: "INVITATION_REQUIRED",
    message: "A sign-up needs an invitation code in the field invitation. Ask the administrator for one.")

  static let invitationInvalid = Problem(
    status: 403, code: "INVITATION_INVALID",
    message: "The invitation code is unknown, expired or already used. Ask the administrator for a new one.")

  static func tooMany(retryAfter seconds: Int) -> Problem {
    .tooManyRequests(
      retryAfter: seconds, "Too many sign-ups from this address. Please wait \((seconds + 59) / 60) minutes."
    ).naming(settings: "auth.signups_per_hour")
  }
}
