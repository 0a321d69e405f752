/// A language that a user may state in the profile, by the code of ISO 639-1: those in which meals are read.
enum ProfileLanguage: String, CaseIterable {
  case german = "de"
  case english = "en"
  case spanish = "es"
  case french = "fr"
  case italian = "it"
  case portuguese = "pt"
}
