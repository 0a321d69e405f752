import TestSupport

/// Small downloads in the formats of FoodData Central, with the same columns, quotes and members and invented foods.
enum DownloadFiles {
  /// The food "Cheese, flumbert" of the SR Legacy download, with little more than the imported members.
  static func legacyFood(number: Int, energy: Int, published: String = "4/1/2019") -> String {
    """
    {"foodClass":"FinalFood","description":"Cheese, flumbert","foodNutrients":[
    {"type":"FoodNutrient","id":1,"nutrient":{"id":1008,"number":"208","name":"Energy","rank":300,"unitName":"kcal"},
    "dataPoints":0,"amount":\(energy)},
    {"type":"FoodNutrient","id":2,"nutrient":{"id":1062,"number":"268","name":"Energy","rank":400,"unitName":"kJ"},"amount":1},
    {"type":"FoodNutrient","id":3,"nutrient":{"id":1003,"number":"203","name":"Protein","rank":600,"unitName":"g"},"amount":22.5},
    {"type":"FoodNutrient","id":4,"nutrient":{"id":1004,"number":"204","name":"Total lipid (fat)","rank":800,"unitName":"g"},"amount":25},
    {"type":"FoodNutrient","id":5,"nutrient":{"id":1253,"number":"601","name":"Cholesterol","rank":15700,"unitName":"mg"},"amount":99}],
    "foodAttributes":[],"nutrientConversionFactors":[],"isHistoricalReference":true,"ndbNumber":1999,
    "dataType":"SR Legacy","foodCategory":{"description":"Dairy and Egg Products"},"fdcId":\(number),
    "foodPortions":[{"id":1,"value":1,"measureUnit":{"id":9999,"name":"undetermined","abbreviation":"undetermined"},
    "modifier":"cup, diced","gramWeight":132,"sequenceNumber":1,"amount":1},
    {"id":2,"value":1,"measureUnit":{"id":9999,"name":"undetermined","abbreviation":"undetermined"},
    "modifier":"slice (1 oz)","gramWeight":56,"sequenceNumber":2,"amount":2}],
    "publicationDate":"\(published)","inputFoods":[]}
    """
  }

  static let foundation = """
    {
      "FoundationFoods": [
        {
          "foodClass": "FinalFood",
          "description": "Hummus, \\"quonk\\", commercial",
          "foodNutrients": [
            {"type": "FoodNutrient", "id": 1, "nutrient": {"id": 2048, "number": "958",
             "name": "Energy (Atwater Specific Factors)", "rank": 290, "unitName": "kcal"}, "amount": 229},
            {"type": "FoodNutrient", "id": 2, "nutrient": {"id": 2047, "number": "957",
             "name": "Energy (Atwater General Factors)", "rank": 280, "unitName": "kcal"}, "amount": 243},
            {"type": "FoodNutrient", "id": 3, "nutrient": {"id": 1003, "number": "203"}, "amount": 7.35},
            {"type": "FoodNutrient", "id": 4, "nutrient": {"id": 1004, "number": "204"}, "amount": 17.1},
            {"type": "FoodNutrient", "id": 5, "nutrient": {"id": 1005, "number": "205"}, "amount": 14.9},
            {"type": "FoodNutrient", "id": 6, "nutrient": {"id": 1079, "number": "291"}, "amount": 5.4},
            {"type": "FoodNutrient", "id": 7, "nutrient": {"id": 1063, "number": "269.3"}, "amount": 0.34},
            {"type": "FoodNutrient", "id": 8, "nutrient": {"id": 1051, "number": "255"}, "amount": 58.7},
            {"type": "FoodNutrient", "id": 9, "nutrient": {"id": 1110, "number": "324"}}
          ],
          "foodAttributes": [],
          "isHistoricalReference": false,
          "ndbNumber": 16158,
          "dataType": "Foundation",
          "foodCategory": {"description": "Legumes and Legume Products"},
          "fdcId": 321358,
          "foodPortions": [
            {"id": 118804, "value": 2, "measureUnit": {"id": 1001, "name": "tablespoon", "abbreviation": "tbsp"},
             "gramWeight": 33.9, "sequenceNumber": 1, "amount": 2, "minYearAcquired": 2011}
          ],
          "publicationDate": "4/1/2019",
          "inputFoods": [{"id": 1, "foodDescription": "nested \\\\ } ] things", "inputFood": {"description": "x"}}]
        }
      ]
    }
    """

  static let survey = """
    {"SurveyFoods": [{"foodClass":"Survey","description":"Zorblax stew, NFS","foodNutrients":[
    {"type":"FoodNutrient","id":1,"nutrient":{"id":1008,"number":"208","name":"Energy","rank":300,"unitName":"kcal"},"amount":95},
    {"type":"FoodNutrient","id":2,"nutrient":{"id":1003},"amount":6.1},{"type":"FoodNutrient","id":3,"nutrient":{"id":1004},"amount":3.5},
    {"type":"FoodNutrient","id":4,"nutrient":{"id":1005},"amount":9.9}],
    "foodAttributes":[{"id":1,"name":"Adjustments","value":"M 0"}],"foodCode":"27311110","startDate":"1/1/2017","endDate":"12/31/2018",
    "wweiaFoodCategory":{"wweiaFoodCategoryCode":3002,"wweiaFoodCategoryDescription":"Meat mixed dishes"},
    "dataType":"Survey (FNDDS)","fdcId":1100001,"foodPortions":[
    {"id":1,"measureUnit":{"id":9999,"name":"undetermined","abbreviation":"undetermined"},"modifier":"10205","gramWeight":252,"sequenceNumber":1,"portionDescription":"1 cup"},
    {"id":2,"measureUnit":{"id":9999,"name":"undetermined","abbreviation":"undetermined"},"modifier":"90000","gramWeight":240,"sequenceNumber":2,"portionDescription":"Quantity not specified"}],
    "publicationDate":"10/30/2020","inputFoods":[]}]}
    """

  static let branded = """
    {"BrandedFoods": [
    {"foodClass":"Branded","description":"NUTTY SPREADO, HAZELNUT","foodNutrients":[
    {"type":"FoodNutrient","id":1,"nutrient":{"id":1008,"number":"208","unitName":"kcal"},"foodNutrientDerivation":{"id":70,"code":"LCCS"},"amount":541},
    {"type":"FoodNutrient","id":2,"nutrient":{"id":1003},"amount":5.41},{"type":"FoodNutrient","id":3,"nutrient":{"id":1004},"amount":29.7},
    {"type":"FoodNutrient","id":4,"nutrient":{"id":1005},"amount":62.2},{"type":"FoodNutrient","id":5,"nutrient":{"id":2000},"amount":56.8},
    {"type":"FoodNutrient","id":6,"nutrient":{"id":1079},"amount":2.7}],
    "foodAttributes":[],"modifiedDate":"8/12/2019","availableDate":"8/12/2019","marketCountry":"United States","brandOwner":"Quonk USA, Inc.",
    "brandName":"QUONK","gtinUpc":"009800895007","dataSource":"LI","ingredients":"SUGAR, PALM OIL, HAZELNUTS.","servingSize":37,"servingSizeUnit":"g",
    "householdServingFullText":"2 Tbsp","labelNutrients":{"fat":{"value":11},"calories":{"value":200}},
    "brandedFoodCategory":"Nut & Seed Butters","dataType":"Branded","fdcId":2000001,"publicationDate":"7/29/2021","foodUpdateLog":[]},
    {"foodClass":"Branded","description":"FIZZO COLA","foodNutrients":[],"brandOwner":"Fizz Co","gtinUpc":"00012","servingSize":355,"servingSizeUnit":"ml",
    "householdServingFullText":"1 CAN","labelNutrients":{"fat":{"value":0},"carbohydrates":{"value":39},"sugars":{"value":39},"protein":{"value":0},"calories":{"value":150}},
    "brandedFoodCategory":"Soda","dataType":"Branded","fdcId":2000002,"publicationDate":"7/29/2021"},
    {"description":"IMPOSSIBLE FLUFF","foodNutrients":[{"nutrient":{"id":1008},"amount":4000},{"nutrient":{"id":1005},"amount":900}],
    "dataType":"Branded","fdcId":2000003,"publicationDate":"7/29/2021"},
    {"description":"SILENT SNACK","foodNutrients":[],"dataType":"Branded","fdcId":2000004,"publicationDate":"7/29/2021"}
    ]}
    """

  /// The tables of a CSV download.
  static let tables: [(name: String, text: String)] = [
    (
      "food.csv",
      """
      "fdc_id","data_type","description","food_category_id","publication_date"
      "321358","foundation_food","Hummus, ""quonk"", commercial","16","2019-04-01"
      "319874","sample_food","HUMMUS, SABRA CLASSIC","16","2019-04-01"
      "5","sr_legacy_food","Cheese, flumbert","1","2019-04-01"
      "1100001","survey_fndds_food","Zorblax stew, NFS","3002","2020-10-30"
      "2000001","branded_food","NUTTY SPREADO, HAZELNUT","Nut & Seed Butters","2021-07-29"
      "2000004","branded_food","SILENT
      SNACK","","2021-07-29"

      """
    ),
    (
      "food_nutrient.csv",
      """
      "id","fdc_id","nutrient_id","amount","data_points","derivation_id","min","max","median","footnote","min_year_acquired"
      "1","2000001","1008","541","","70","","","","",""
      "2","321358","2048","229","","49","","","","",""
      "3","321358","2047","243","","49","","","","",""
      "4","5","1008","333","0","","","","","",""
      "5","5","1003","22.5","0","","","","","",""
      "6","5","1004","25","0","","","","","",""
      "7","5","1253","99","0","","","","","",""
      "8","319874","1008","900","","","","","","",""
      "9","1100001","208","95","","","","","","",""
      "10","1100001","203","6.1","","","","","","",""
      "11","1100001","204","3.5","","","","","","",""
      "12","1100001","205","9.9","","","","","","",""
      "13","321358","1003","7.35","","","","","","",""
      "14","321358","1004","17.1","","","","","","",""
      "15","321358","1005","14.9","","","","","","",""
      "16","321358","1079","5.4","","","","","","",""
      "17","321358","1063","0.34","","","","","","",""
      "18","321358","1110","","","","","","","",""
      "19","2000001","1003","5.41","","","","","","",""
      "20","2000001","1004","29.7","","","","","","",""
      "21","2000001","1005","62.2","","","","","","",""
      "22","2000001","2000","56.8","","","","","","",""
      "23","2000001","1079","2.7","","","","","","",""

      """
    ),
    (
      "food_portion.csv",
      """
      "id","fdc_id","seq_num","amount","measure_unit_id","portion_description","modifier","gram_weight","data_points","footnote","min_year_acquired"
      "118804","321358","1","2.0","1001","","","33.9","","",""
      "1","5","1","1.0","9999","","cup, diced","132.0","","",""
      "2","5","2","2.0","9999","","slice (1 oz)","56.0","","",""
      "3","1100001","1","","9999","1 cup","10205","252.0","","",""
      "4","1100001","2","","9999","Quantity not specified","90000","240.0","","",""

      """
    ),
    ("measure_unit.csv", "\"id\",\"name\"\r\n\"1001\",\"tablespoon\"\r\n\"9999\",\"undetermined\"\r\n"),
    (
      "food_category.csv",
      """
      "id","code","description"
      "1","0100","Dairy and Egg Products"
      "16","1600","Legumes and Legume Products"

      """
    ),
    (
      "wweia_food_category.csv",
      "\"wweia_food_category\",\"wweia_food_category_description\"\n\"3002\",\"Meat mixed dishes\"\n"
    ),
    (
      "branded_food.csv",
      """
      "fdc_id","brand_owner","brand_name","subbrand_name","gtin_upc","ingredients","not_a_significant_source_of","serving_size","serving_size_unit","household_serving_fulltext","branded_food_category","data_source","package_weight","modified_date","available_date","market_country","discontinued_date","preparation_state_code","trade_channel","short_description","material_code"
      "2000001","Quonk USA, Inc.","QUONK","","009800895007","SUGAR, PALM OIL, ""HAZELNUTS"".","","37.0","g","2 Tbsp","Nut & Seed Butters","LI","","2019-08-12","2019-08-12","United States","","","","",""

      """
    ),
    ("sr_legacy_food.csv", "\"fdc_id\",\"NDB_number\"\n\"5\",\"1999\"\n"),
    ("foundation_food.csv", "\"fdc_id\",\"NDB_number\",\"footnote\"\n\"321358\",\"16158\",\"\"\n"),
    (
      "survey_fndds_food.csv",
      "\"fdc_id\",\"food_code\",\"wweia_category_code\",\"start_date\",\"end_date\"\n"
        + "\"1100001\",\"27311110\",\"3002\",\"2017-01-01\",\"2018-12-31\"\n"
    ),
  ]

  static func writeTables(_ folder: TemporaryFolder) throws {
    for table in tables { try folder.write(table.name, table.text) }
  }
}
