import API
import Bytes
import FuzzSupport
import HTTPServer

@testable import Accounts

/// An accepted sign-up or profile obeys its rules, and its stored form is accepted again.
func checkAccount(_ request: Request) {
  guard let body = try? JSONFields(request) else { return }
  if let text = try? body.rawText("username", "email"), let name = try? ProfilePolicy.username(text) {
    require((1...150).contains(name.utf8.count), "a username over its bounds")
    require((try? ProfilePolicy.username(name)) == name, "\(name) is stored as another name")
    let key = ProfilePolicy.key(name)
    require(ProfilePolicy.key(key) == key, "the key of \(name) has another key")
  }
  if let text = try? body.rawText("email", "username"), let address = try? ProfilePolicy.email(text) {
    require(address.utf8.count <= 254 && address.contains("@"), "an address over its bounds")
    require((try? ProfilePolicy.email(address)) == address, "\(address) is stored as another address")
  }
  if let text = try? body.optionalRawText("name", "fullName", "full_name"), let name = try? ProfilePolicy.name(text) {
    require((try? ProfilePolicy.name(name)) == name, "\(name) is stored as another name")
  }
  if let text = try? body.optionalRawText("date_of_birth", "dateOfBirth"),
    let date = try? ProfilePolicy.dateOfBirth(text, now: moment)
  {
    require((try? ProfilePolicy.dateOfBirth(date, now: moment)) == date, "\(date) is stored as another date")
  }
  if let password = try? body.rawText("password", "new_password"), isGood(password, strict: true) {
    require(isGood(password, strict: false) && password.utf8.count <= PasswordPolicy.maxBytes, "a bad password")
  }
}

private func isGood(_ password: String, strict: Bool) -> Bool {
  (try? PasswordPolicy.check(password, strict: strict)) != nil
}
