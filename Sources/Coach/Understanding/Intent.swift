import HealthModels
import Nutrition
import TextModels

/// The request that a message makes, with its answer.
struct Intent {
  /// The subject in words for the user; nil for small talk.
  var subject: String?
  var task: DialogueTask?
  /// The plan that is made again, with the facts and limits stated since.
  var planned: DialogueTask?
  var topic: Topic?
  let answer: (inout Dialogue) -> String

  /// - Parameter key: the end of the key of the subject in `wording.tsv`, which not every intent has.
  init(
    _ key: String, _ values: [String: any WordingValue] = [:], task: DialogueTask? = nil,
    answer: @escaping (inout Dialogue) -> String
  ) {
    subject = Wording.find("subject." + key, values)
    self.task = task
    self.answer = answer
  }

  static func saying(_ text: String) -> Intent { Intent("") { _ in text } }

  /// Says something about the last topic, which stays the subject.
  static func continuing(_ text: String) -> Intent {
    Intent("") { dialogue in
      (dialogue.state.lastTopic, dialogue.sources) = (dialogue.before.lastTopic, dialogue.before.sources ?? [])
      return text
    }
  }

  static func task(_ task: DialogueTask) -> Intent { Intent(task.rawValue, task: task) { $0.proceed(task) } }

  static func again(_ task: DialogueTask, _ change: PlanChange?) -> Intent {
    var intent = Intent(task.rawValue) { $0.again(task, change) }
    intent.planned = task
    return intent
  }

  /// A weight to lose, to hold or to gain.
  static func goal(_ goal: BodyProfile.Goal) -> Intent {
    Intent("weightGoal", task: .weightGoal) { dialogue in
      dialogue.state.facts.body.goal = goal
      return dialogue.proceed(.weightGoal)
    }
  }

  static func intake(_ intake: Intake) -> Intent {
    let key = intake.nutrient == nil ? "meals." + intake.period.rawValue : "intake"
    return Intent(key, ["nutrient": intake.nutrient?.name ?? ""]) { $0.eaten(intake) }
  }

  static func topic(_ topic: Topic) -> Intent {
    var intent = Intent("") { dialogue in
      dialogue.sources = [topic.source]
      dialogue.state.lastTopic = topic.name
      let words = (dialogue.completed?.question ?? dialogue.utterance).words
      dialogue.state.lastQuestion = words.prefix(DialogueState.maxQuestionWords).joined(separator: " ")
      // A question on a subject that was answered gets the details.
      let template = dialogue.state.isSaid(topic.name) && !topic.more.isEmpty ? topic.more : topic.text
      let weight = dialogue.facts.body.weightKilograms ?? 70
      let text = TextFormat.filled(template) { ((Double($1) ?? 1) * weight).rounded().text($0) }
      dialogue.state.addSaid(topic.name)
      guard let offer = topic.offer, dialogue.utterance.has(.wish) else { return text }
      return dialogue.offer(offer, after: text)
    }
    intent.topic = topic
    intent.subject = topic.name.replacing("-", with: " ")
    return intent
  }

  /// - Parameter answer: the answer from the figures of the nutrition table.
  static func food(
    _ key: String, _ items: [ParsedItem], _ nutrient: Nutrient? = nil, _ answer: @escaping (Dialogue) -> String
  ) -> Intent {
    let names = items.prefix(3).map { $0.name.lowercased() }
    return Intent(key, ["foods": names, "nutrient": nutrient?.name ?? ""]) { dialogue in
      dialogue.sources = ["USDA FoodData Central"]
      if let last = items.last {
        (dialogue.state.intake, dialogue.state.food) = (nil, last.quantityText + " " + last.name)
      }
      return answer(dialogue)
    }
  }

  /// A change of weight or an intake that is not healthy.
  static func unsafe(_ key: String, _ answer: String) -> Intent {
    Intent(key) { dialogue in
      dialogue.sources = [Pace.source]
      return dialogue.offer(.anything, after: answer)
    }
  }
}
