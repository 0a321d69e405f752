/// The models of documented clients, with the types of the examples: a field that is missing or of another type costs
/// them the whole frame. Extra fields do not matter. Keys are converted from snake case.
enum ClientModels {
  /// A frame of `/ws`.
  struct StatusUpdate: Decodable {
    struct Item: Decodable {
      var id, name, quantity: String
      var calories, proteinG, carbsG, fatG, fiberG, sugarG, confidence: Double
      var parsingNotes: String
      var orderIndex: Int
    }
    struct Payload: Decodable {
      var mealLogId, status, mealType, loggedAt: String
      var items: [Item]?
      var totalProteinG, totalCarbsG, totalFatG, totalFiberG, totalSugarG: Double?
      var processingStartedAt, processingCompletedAt, errorMessage: String?
    }
    var type: String
    var payload: Payload
  }

  /// `meal_log.completed` with the names of the first clients.
  struct Completed: Decodable {
    struct Item: Decodable {
      var id, mealLogId, name, quantity, unit, notes: String
      var calories, protein, carbohydrates, fat, fiber, sugar, confidence: Double
    }
    struct Log: Decodable {
      var id, userId, rawInput, mealType, status, loggedAt, createdAt, updatedAt: String
      var processingStartedAt, processingCompletedAt: String
      var items: [Item]
      var totalCalories, totalProtein, totalCarbs, totalFat, totalFiber, totalSugar: Double
    }
    var type, timestamp: String
    var data: Log
  }

  /// `meal_log.completed` as later clients decode it, which request `?quantity=number`.
  struct CompletedWithNumbers: Decodable {
    struct Item: Decodable {
      var id, mealLogId, foodName, unit, foodType, createdAt: String
      var quantity, proteinG, carbsG, fatG: Double
      var calories, orderIndex: Int
      var fiberG, sugarG, confidenceScore: Double?
      var parsingNotes, foodId, userFoodId: String?
    }
    struct Log: Decodable {
      var id, userId, mealType, status, loggedAt, createdAt, updatedAt: String
      var items: [Item]
      var totalCalories: Int?
      var totalProteinG, totalCarbsG, totalFatG: Double?
    }
    var type, timestamp: String
    var data: Log
  }

  /// `meal_log.failed`.
  struct Failed: Decodable {
    struct Failure: Decodable {
      var mealLogId, userId, rawInput, mealType, error, errorCode, details: String
      var suggestions: [String]
    }
    var type, timestamp: String
    var data: Failure
  }

  struct Connected: Decodable {
    var type, userId, timestamp: String
  }

  struct Pong: Decodable {
    var type, timestamp: String
  }

  struct Failure: Decodable {
    var type, error, errorCode, details, timestamp: String
  }
}
