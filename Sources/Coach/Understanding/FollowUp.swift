import Nutrition
import TextModels

/// Questions that are short because the last one said the rest: "and shrimp?" after "is oatmeal good for cholesterol".
extension Dialogue {
  /// Returns the topic that the last question and this one ask for together, if it is another one. Otherwise the sentences of
  /// the last topic about what this question names are the answer; nil if there are none.
  func followUp() -> Intent? {
    guard let (completion, question) = completed else { return nil }
    var whole = self
    whole.utterance = question
    let intent = whole.ownIntent()
    if let topic = intent?.topic, topic.name != before.lastTopic { return intent }
    let names = completion.added.filter { !WordList.ignored.contains($0) }
    let sentences = before.lastTopic.flatMap(Topic.named)?.sentences(naming: names) ?? []
    return sentences.isEmpty ? nil : .continuing(sentences.joined(separator: " "))
  }

  /// The last question with the food of this one in place of its own, or with its words; nil if this one stands alone.
  var completed: (completion: QuestionCompletion, question: Utterance)? {
    guard let question = before.lastQuestion, before.asked == nil,
      let completion = QuestionCompletion(
        utterance.words, isQuestion: utterance.text.contains("?"), after: question, isFiller: WordList.fillers.contains,
        leads: WordList.follows.phrases, asks: WordList.asks.contains)
    else { return nil }
    let isFood = !foodLookup.exact(completion.added.joined(separator: " ")).isEmpty
    let food = isFood ? foodLookup.exact(question).first?.label.lowercased() : nil
    return (completion, Utterance(completion.whole(replacing: food)))
  }
}
