/// Numbers in English words of more than one word: "four hundred and eighty", "one thirty", "forty five".
enum NumberWords {
  /// Returns the words with each such number as one word in digits.
  static func joined(_ words: [Word]) -> [Word] {
    guard words.contains(where: { $0.text == "hundred" || (tens[$0.text] != nil) }) else { return words }
    var result: [Word] = []
    var index = 0
    while index < words.count {
      var word = words[index]
      let (value, end) = number(words, from: index)
      if end > index + 1 { (word.text, word.number) = (String(value), Double(value)) }
      result.append(word)
      index = max(end, index + 1)
    }
    return result
  }

  /// Returns the value of the longest number that begins at `start`, and the index after it; `start` for none.
  private static func number(_ words: [Word], from start: Int) -> (value: Int, end: Int) {
    var (value, end, index) = (0, start, start)
    while index < words.count, words[index].clause == words[start].clause {
      let text = words[index].text
      if text == "hundred", (1...9).contains(value) || index == start {
        value = max(value, 1) * 100
      } else if let ten = tens[text], value % 100 == 0 || (1...3).contains(value) {
        // "One thirty" is 130.
        value = (value < 10 ? value * 100 : value) + ten
      } else if let unit = Utterance.numbers[text].map({ Int($0) }),
        value % 100 == 0 && unit < 20 || value % 10 == 0 && unit < 10 || value == 0
      {
        value += unit
      } else if text != "and" || value < 100 || value % 100 != 0 {
        break
      }
      index += 1
      if text != "and" { end = index }
    }
    return (value, end)
  }

  private static let tens = [
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
  ]
}
