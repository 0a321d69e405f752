import HealthModels
import TextModels

extension Utterance {
  /// The clock times by the part of the day: "up at 6.15, bed by 11" is "6:15 am" for `morning` and "11 pm" for `evening`.
  var clockTimes: [String: String] {
    let times = words.indices.compactMap { index -> (String, String)? in
      guard let time = TimeOfDay.read(words[index...]) else { return nil }
      let end = word(index + time.words) ?? ""
      // "3.5 km" and "2.25 l" are no times.
      let isUnit = WordList.afterNumbers.contains(word(index + 1)) || time.isDecimal
      let isStated = ["am", "pm"].contains(end)
      let isHour = time.minute > 0 || WordList.beforeTimes.contains(word(index - 1))
      let half = ([end] + before(index, 4)).lazy.compactMap { WordList.halfOfDay.valueByWord[$0] }.first
      return isStated || isHour && !isUnit ? TimeOfDay.part(time.hour, time.minute, half: half) : nil
    }
    return Dictionary(times) { $1 }
  }

  /// The days of the week that the message names, from 1 (Monday): "Tuesdays and Thursdays", "Mon to Fri", "weekends".
  var weekdays: [Int] {
    let days = Set(values(.weekday).compactMap(Int.init)).union(has(.weekend) ? [6, 7] : []).sorted()
    return days.count == 2 && has(.spans) ? Array(days[0]...days[1]) : days
  }
}
