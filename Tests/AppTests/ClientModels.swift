/// What documented clients decode, with the types of the examples: a field that is missing or of another type costs
/// them the whole frame. Extra fields do not matter.
enum ClientModels {
  /// A frame of `/ws`.
  struct StatusUpdate: Decodable {
    struct Item: Decodable {
      var id, name, quantity: String
      var calories, protein_g, carbs_g, fat_g, fiber_g, sugar_g, confidence: Double
      var parsing_notes: String
      var order_index: Int
    }
    struct Payload: Decodable {
      var meal_log_id, status, meal_type, logged_at: String
      var items: [Item]?
      var total_protein_g, total_carbs_g, total_fat_g, total_fiber_g, total_sugar_g: Double?
      var processing_started_at, processing_completed_at, error_message: String?
    }
    var type: String
    var payload: Payload
  }

  /// `meal_log.completed` with the names of the first clients.
  struct Completed: Decodable {
    struct Item: Decodable {
      var id, meal_log_id, name, quantity, unit, notes: String
      var calories, protein, carbohydrates, fat, fiber, sugar, confidence: Double
    }
    struct Log: Decodable {
      var id, user_id, raw_input, meal_type, status, logged_at, created_at, updated_at: String
      var processing_started_at, processing_completed_at: String
      var items: [Item]
      var total_calories, total_protein, total_carbs, total_fat, total_fiber, total_sugar: Double
    }
    var type, timestamp: String
    var data: Log
  }

  /// `meal_log.completed` as later clients read it, who ask for `?quantity=number`.
  struct CompletedWithNumbers: Decodable {
    struct Item: Decodable {
      var id, meal_log_id, food_name, unit, food_type, created_at: String
      var quantity, protein_g, carbs_g, fat_g: Double
      var calories, order_index: Int
      var fiber_g, sugar_g, confidence_score: Double?
      var parsing_notes, food_id, user_food_id: String?
    }
    struct Log: Decodable {
      var id, user_id, meal_type, status, logged_at, created_at, updated_at: String
      var items: [Item]
      var total_calories: Int?
      var total_protein_g, total_carbs_g, total_fat_g: Double?
    }
    var type, timestamp: String
    var data: Log
  }

  /// `meal_log.failed`.
  struct Failed: Decodable {
    struct Failure: Decodable {
      var meal_log_id, user_id, raw_input, meal_type, error, error_code, details: String
      var suggestions: [String]
    }
    var type, timestamp: String
    var data: Failure
  }

  struct Connected: Decodable {
    var type, user_id, timestamp: String
  }

  struct Pong: Decodable {
    var type, timestamp: String
  }

  struct Failure: Decodable {
    var type, error, error_code, details, timestamp: String
  }
}
