/// Texts for which a parser would take quadratic time if it searched back or ahead without a bound.
enum HostileTexts {
  /// The beginning of the text, and the part that is repeated after it.
  static let all: [(first: String, again: String)] = [
    ("", "and with or no on in "), ("", "1 2 3 4 "), ("1", ",000"), ("", "half a couple of "),
    ("", "half the the a of "),
    ("", "with a (with "), ("", "((((("), ("", "1/2/3/4/"), ("", "the "), ("", "brocoli chese bananna tomatoe "),
    ("", "zxqkzxqkzxqk abcdefghijkl "), ("", "200 g zorblax, "), ("", "butter-flavored "), ("", "eggs beans apples "),
    ("", "sandwich with ham "), ("", "cake made with flour "), ("", "half of it "), ("", "eggs:\n - "),
    ("", "salad: lettuce, tomato, "), ("", "salad (lettuce, tomato) "), ("", "ham, egg and cheese sandwich and "),
    ("", "omelette with 3 eggs "), ("", "shared with my "), ("", "stew with 2 g stew and 2 g ham "),
    (String(repeating: "the ", count: 200) + "sandwich ", "with ham "),
    (String(repeating: "the ", count: 200) + "2 eggs", ", actually 3"),
  ]

  static func text(of unit: (first: String, again: String), bytes: Int) -> String {
    unit.first + String(repeating: unit.again, count: max(0, bytes - unit.first.utf8.count) / unit.again.utf8.count)
  }
}
