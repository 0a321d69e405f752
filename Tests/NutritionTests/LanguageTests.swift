import Testing

@testable import Nutrition

/// Meals in the languages beside English.
struct LanguageTests {
  private static let parser = EmbeddedMealParser()

  /// Texts with the names of their foods and the grams, where the text states them.
  static let meals: [(text: String, foods: [String], grams: [Double?])] = [
    ("dos huevos fritos con arroz blanco", ["Fried Egg", "Rice"], [nil, nil]),
    ("200 g de pechuga de pollo a la plancha con ensalada", ["Grilled Chicken Breast", "Salad"], [200, nil]),
    ("media taza de lentejas y un vaso de leche desnatada", ["Lentejas Estofadas", "Skim Milk"], [120, nil]),
    ("sándwich de jamón y queso", ["Ham and Cheese Sandwich"], [nil]),
    ("1.500 g de patatas cocidas", ["Boiled Potatoes"], [1500]),
    ("120,5 g de arroz integral", ["Brown Rice"], [120.5]),
    (
      "2 fatias de pão integral com manteiga e um copo de suco de laranja",
      ["Whole Wheat Bread", "Butter", "Orange Juice"], [nil, nil, nil]
    ),
    ("150 g de arroz e 100 g de feijão preto", ["Rice", "Brazilian Black Beans"], [150, 100]),
    (
      "50 g de pain avec 10 g de beurre et un verre de jus d'orange",
      ["Continental Bread", "Butter", "Orange Juice"],
      [50, 10, nil]
    ),
    ("une pomme moyenne et 30 g d'amandes", ["Apple", "Almonds"], [nil, 30]),
    (
      "zwei Scheiben Vollkornbrot mit Käse und ein großer Apfel",
      ["Continental Wholemeal Bread", "Cheese", "Apple"],
      [nil, nil, nil]
    ),
    ("Scheibe Brot", ["Continental Bread"], [nil]), ("Vollkornbrot 100 g", ["Continental Wholemeal Bread"], [100]),
    ("40 g Haferflocken mit 200 ml Milch", ["Rolled Oats", "Milk"], [40, nil]),
    ("120 g di pasta al pomodoro e una mela", ["Pasta al Pomodoro", "Apple"], [120, nil]),
    ("due etti di prosciutto crudo", ["Prosciutto"], [200]),
    ("pane con olio", ["Continental Bread", "Olive Oil"], [nil, nil]),
    ("niente pane, solo 100 g di insalata", ["Dressed Salad"], [100]),
    ("2 cdas. de azúcar y una tostada", ["Sugar", "Toast"], [nil, nil]),
    ("una tortilla de dos huevos con 50 g de pan", ["Omelette", "Panecillo Bread"], [nil, 50]),
    ("uma torrada com geleia", ["Toast", "Jam"], [nil, nil]), ("Rührei aus drei Eiern", ["Scrambled Eggs"], [nil]),
    ("du sucre et un thé", ["Sugar", "Tea"], [nil, nil]), ("une c. à s. de sucre", ["Sugar"], [nil]),
    ("una bolsa de papas fritas y una lata de cola", ["Potato Chips", "Cola"], [nil, nil]),
    ("80 g de pan untado con mantequilla", ["Panecillo Bread", "Butter"], [80, nil]),
    ("eine Dose Cola ohne Zucker und 50 g Salzcracker", ["Diet Cola", "Saltine Crackers"], [nil, 50]),
    ("250 g di pollo in agrodolce con 100 g di riso", ["Sweet and Sour Chicken", "Rice"], [250, 100]),
    ("kein Nachtisch, nur 60 g Brot", ["Continental Bread"], [60]),
    ("un filet de cabillaud et un filet de vinaigre", ["Cod", "Vinegar"], [140, nil]),
    ("100 g de picanha e 50 g de pão de queijo", ["Picanha", "Pão de Queijo"], [100, 50]),
    ("21.250 g de queso manchego", ["Manchego"], [21.25]),
    ("una porción pequeña de arroz cocido", ["Rice"], [nil]),
    ("uma xícara média de sorvete de baunilha", ["Vanilla Ice Cream"], [nil]),
    ("una naranja de 154 g y 372 g de cola", ["Orange", "Cola"], [154, 372]),
    ("dos galletas de 12 g y 200 ml de leche", ["Galletita Cookie", "Milk"], [24, 206]),
    ("une pomme de 150 g et 40 g de pain", ["Apple", "Continental Bread"], [150, 40]),
    ("Burrito mit Fleisch (270 g) und ein Apfel", ["Meat Burrito", "Apple"], [270, nil]),
    ("a las 8:30 una manzana y media", ["Apple"], [273]), ("um 8 Uhr anderthalb Äpfel", ["Apple"], [273]),
    ("alle 8 una mela e mezza", ["Apple"], [273]), ("à 8 h 30 une pomme et demie", ["Apple"], [273]),
    ("às 20h uma maçã e meia", ["Apple"], [273]), ("una y media manzanas", ["Apple"], [273]),
    ("alle ore 13 100 g di riso", ["Rice"], [100]),
    ("almocei frango com batata doce", ["Chicken", "Sweet Potato"], [nil, nil]),
    ("he puesto 80 g de frijoles cocidos", ["Beans"], [80]),
    ("Nutellabrot", ["Tartine with Nutella"], [nil]),
    ("une part de pizza au fromage à pâte fine", ["Thin Crust Cheese Pizza"], [nil]),
    ("2 Unzen ungekochter Reis", ["Uncooked Rice"], [56.699]),
    ("un burrito ripieno di fagioli", ["Bean Burrito"], [nil]),
    ("un steak frites", ["Bavette Steak", "French Fries"], [nil, nil]),
    ("dos manzanitas y 50 g de quesito fresco", ["Apple", "Queso Fresco"], [nil, 50]),
    ("a las 9 desayuné 2 tostadas y un té", ["Toast", "Tea"], [80, nil]),
    ("un burrito con carne, frijoles, arroz y crema agria", ["Meat Bean and Rice Burrito with Cream"], [nil]),
    ("una porción chica de pizza de pepperoni", ["Pepperoni Pizza"], [86]),
    ("3 tacos y una gaseosa de fruta sin cafeína", ["Taco", "Caffeine Free Fruit Soda"], [nil, nil]),
    ("una galleta de 30 g y 200 g de yogur", ["Galletita Cookie", "Yogurt"], [30, 200]),
    ("28 g de papas fritas sabor queso y un helado", ["Cheese Potato Chips", "Ice Cream"], [28, nil]),
    ("mi papá estaba contento en la sala y comí una pera", ["Pear"], [nil]),
    (
      "oggi a pranzo un panino con tacchino e formaggio e una mela media", ["Turkey and Cheese Sandwich", "Apple"],
      [nil, nil]
    ),
    ("una fetta di pizza al formaggio con crosta sottile", ["Thin Crust Cheese Pizza"], [nil]),
    ("100 g di paccheri con 20 g di pecorino sardo", ["Pasta", "Aged Pecorino"], [100, 20]),
    ("un panino bianco morbido e una fetta di formaggio fuso", ["Bread Roll", "American Cheese"], [nil, nil]),
    ("ho mangiato un taco morbido con carne e fagioli", ["Meat and Bean Soft Taco"], [nil]),
    ("ho bevuto un caffè senza zucchero", ["Coffee"], [nil]), ("un uovo sodo", ["Boiled Egg"], [50]),
    ("non ho mangiato il pane, solo 100 g di riso", ["Rice"], [100]),
    ("un vasetto di yogurt 0% alla frutta", ["Nonfat Fruit Yogurt"], [nil]),
    ("ho mangiato due waffle con burro e sciroppo", ["Waffle", "Syrup"], [nil, nil]),
    ("dopo la partita di calcio una bottiglietta d'acqua", ["Water"], [nil]),
    (
      "un beigne et une tasse de lait au chocolat réduit en gras", ["Doughnut", "Reduced Fat Chocolate Milk"],
      [75, 248]
    ),
    ("un pogo et un petit sac de croustilles", ["Corn Dog", "Potato Chips"], [88, 45]),
    ("un bol de soupe et une pomme", ["Soup", "Apple"], [nil, nil]),
    ("une pointe de pizza au fromage à croûte mince", ["Thin Crust Cheese Pizza"], [nil]),
    (
      "un muffin anglais à la saucisse, à l'œuf et au fromage", ["Sausage Egg and Cheese English Muffin"], [nil]
    ),
    ("la radio sur le balcon, une pomme mais pas de pain", ["Apple"], [nil]),
    ("une tranche fine de jambon et deux œufs frits", ["Paris Ham", "Fried Egg"], [30, 92]),
    (
      "150 g gebratene Hähnchenbrust und zwei dünne Scheiben Brot", ["Sauteed Chicken Breast", "Continental Bread"],
      [150, 60]
    ),
    ("Snack: 30 g Schokokekse, 65 g Gurke", ["Chocolate Chip Cookie", "Cucumber"], [30, 65]),
    ("ein Burrito mit Fleisch, Bohnen und Reis", ["Bean Burrito with Meat and Rice"], [nil]),
    ("eine Halbe Bier und 50 g Erdnüsse", ["Beer", "Peanuts"], [nil, 50]),
    ("ein Erdbeer-Milchshake und eine Dose Root Beer light", ["Vanilla Milkshake", "Diet Root Beer"], [nil, nil]),
    ("100 g Nudeln mit Fleischsoße", ["Pasta al Ragù"], [100]),
    ("ein Schokoladeneis in der Waffel", ["Chocolate Ice Cream Cone"], [nil]),
    ("almocei 142 g de piza de pepperoni de massa fina", ["Thin Crust Pepperoni Pizza"], [142]),
    ("um muffin inglês com ovo, queijo e linguiça", ["Sausage Egg and Cheese English Muffin"], [nil]),
    ("tomei café com leite e pão francês", ["Spanish Milk Coffee", "Brazilian French Roll"], [nil, nil]),
    ("bebi uma lata de cola light sem cafeína", ["Caffeine Free Diet Cola"], [nil]),
    ("sandes de manteiga de amendoim com doce", ["Peanut Butter and Jelly Sandwich"], [nil]),
    ("comi um terço de xícara de passas na casa da avó", ["Raisins"], [55]),
    ("2 cuil. à soupe de sucre", ["Sugar"], [25.2]), ("1 c. à c. d'huile", ["Vegetable Oil"], [4.5]),
    ("1 càs de miel", ["Honey"], [21]), ("2 cda. de azúcar", ["Sugar"], [25.2]),
    ("une tasse de thé, mais pas de pain", ["Tea"], [nil]),
    ("100 g de maïs mais sans sel", ["Canned Sweet Corn"], [100]),
    ("arroz con papas, para mí y mi papá", ["Rice", "Potato"], [nil, nil]), ("2 sucres", ["Sugar"], [nil]),
    ("un Reese's y un café", ["Reese's Peanut Butter Cup", "Coffee"], [nil, nil]),
    ("un muffin mediano con chispas de chocolate", ["Chocolate Chip Muffin"], [nil]),
    ("coxa grande de frango", ["Chicken Drumstick"], [nil]),
    ("Hamburger und große Cola", ["Hamburger", "Cola"], [220, 744]),
  ]

  @Test(arguments: meals)
  func readsMeals(_ meal: (text: String, foods: [String], grams: [Double?])) throws {
    let items = try #require(Self.parser.parse(meal.text).items)
    #expect(items.map(\.name) == meal.foods)
    for (item, grams) in zip(items, meal.grams) {
      if let grams { #expect(abs(item.grams - grams) < 0.01) }
    }
  }

  /// Times, dates, shares and what was left, as people note them in a diary.
  @Test(arguments: [
    ("ore 8 un caffè / 11 una mela / 13 un panino", ["Espresso 1 piece", "Apple 1 medium", "Sandwich 1 piece"]),
    ("ore 8 tè / 13 zuppa / 20.30 pizza", ["Tea 1 cup", "Soup 1 cup", "Pizzeria Pizza 1 piece"]),
    ("h9 caffè, h13.30 una mela, h 16 kefir", ["Espresso 1 shot", "Apple 1 medium", "Kefir 1 cup"]),
    ("ore 7 latte, alle 10 una mela", ["Milk 1 cup", "Apple 1 medium"]),
    ("8hs una manzana / 13hs sopa", ["Apple 1 medium", "Soup 1 plate"]),
    ("el 25 de mayo una manzana", ["Apple 1 medium"]),
    ("1- uma maçã\n2- arroz 150 g\n3- banana", ["Apple 1 medium", "Rice 150g", "Banana 1 medium"]),
    ("Leberkäse 15 dag, 2 Sch. Brot", ["Leberkaese Sausage 150g", "Continental Bread 2 slices"]),
    ("Joghurt 3,5 % 150 g", ["Yogurt 150g"]), ("due etti di pane", ["Continental Bread 200g"]),
    ("riz 1/2 t.", ["Rice 0.5 cup"]), ("1 tsp de sucre", ["Sugar 1 tsp"]),
    ("yaourt Malo à la vanille", ["Vanilla Yogurt 1 container"]),
    ("helado de pistacho", ["Ice Cream 1 serving"]), ("un Mr Freeze à la framboise", ["Freezer Pop 1 piece"]),
    ("Brot, Käse hab ich stehen lassen, Apfel", ["Continental Bread 1 slice", "Apple 1 medium"]),
    ("du riz, du camembert, une pomme. Je n'ai pas touché au camembert", ["Rice 1 cup", "Apple 1 medium"]),
    ("pollo, ha lasciato le carote", ["Chicken 1 serving"]), ("arroz, sopa no comí", ["Rice 1 cup"]),
    ("una manzana, la sopa no la comí", ["Apple 1 medium"]),
    ("du pain, du riz. Je ne l'ai pas mangé", ["Continental Bread 1 slice"]),
    ("pane e pesca. Lo yogurt non l'ho mangiato", ["Continental Bread 1 slice", "Peach 1 medium"]),
    ("sopa. La cena no la comí", ["Soup 1 plate"]),
    ("zuppa, pesca. Il pranzo non l'ho mangiato", ["Soup 1 cup", "Peach 1 medium"]),
    ("Suppe. Abendessen stehen lassen", ["Vegetable Soup 1 plate"]),
    ("pane. dolce saltato", ["Continental Bread 1 slice"]),
    ("ensalada con feta", ["Greek Salad 1 cup"]), ("una feta de jamón", ["Ham 1 slice"]),
    ("pan con 2 cdas de mayo", ["Panecillo Bread 1 piece", "Mayonnaise 2 tbsp"]),
    ("non ho finito la pasta", ["Pasta 1 plate"]), ("la sopa no la terminé", ["Soup 1 plate"]),
    ("2 cafés con leche de avena y pan", ["Soy Latte 2 small", "Panecillo Bread 1 piece"]),
    ("un cappuccino di soia", ["Soy Cappuccino 1 cup"]),
    ("una bolsa de patatas fritas entre 4", ["Potato Chips 0.25 bag"]),
    ("Reis, Nachtisch stehen lassen", ["Rice 1 cup"]),
    ("pane con la Carla", ["Panecillo Bread 1 piece"]),
    // Names without a connector are several foods, unless one describes the other.
    ("dinde riz", ["Turkey 1 serving", "Rice 1 cup"]),
    ("yaourt framboise", ["Fruit Yogurt 1 container"]),
    ("pane, arrosto di maiale", ["Continental Bread 1 slice", "European Roast Pork 1 serving"]),
    ("Kartoffelsalat mit Wiener", ["Potato Salad 1 serving", "Frankfurter 1 piece"]),
    ("Bier 0,5", ["Beer 0.5l"]), ("0,3 Apfelschorle", ["Apple Juice Spritzer 0.3l"]),
    ("Pfannkuchen mit Ahornsirup, 4 Stück", ["German Thin Pancake 4 pieces", "Maple Syrup 1 tbsp"]),
    // Portions of the country.
    ("ein Bier", ["Beer 1 bottle"]), ("une bière", ["Beer 1 glass"]),
    ("Brot mit Leberwurst", ["Continental Bread 1 slice", "Spreadable Liver Sausage 1 serving"]),
    // A number before words that name no food.
    ("2 conseils de classe, une pomme", ["Apple 1 medium"]), ("Apfel. 3 Stund nix gessen", ["Apple 1 medium"]),
    ("un quart de vin blanc", ["White Wine 250ml"]), ("mezza baguette", ["Baguette 0.5 piece"]),
  ])
  func readsNotes(_ text: String, _ foods: [String]) {
    guard case .items(let items) = Self.parser.parse(text) else { return #expect(foods.isEmpty, "\(text)") }
    #expect(items.map { "\($0.name) \($0.quantityText)" } == foods)
  }

  /// The user's own foods have precedence over the names of a language, also in a text of that language.
  @Test func ownFoodsKeepTheirNames() throws {
    for text in ["100 g Apfelkuchen", "zwei Eier und 100 g Apfelkuchen mit Sahne"] {
      let items = try #require(Self.parser.parse(text, additionalFoods: FoodOverlayTests.overlay).items)
      #expect(items.contains { $0.name == "Grandma's Apple Cake" && $0.grams == 100 }, "\(text)")
    }
  }

  /// An amount belongs to the food after it, whatever unknown words precede it.
  @Test func amountsBelongToTheFoodAfterThem() throws {
    let items = try #require(Self.parser.parse("Como merienda veloz saboreé 113 g de arroz blanco").items)
    #expect(items.map(\.name) == ["Rice"])
    #expect(items.first?.grams == 113)
  }

  @Test func itemsHaveTheirNameInTheLanguageOfTheText() throws {
    let items = try #require(Self.parser.parse("ein Apfel und 200 g gekochte Kartoffeln").items)
    #expect(items.map(\.localizedName) == ["Apfel", "Salzkartoffeln"])
    #expect(try #require(Self.parser.parse("an apple").items).first?.localizedName == nil)
  }

  @Test(arguments: [
    "ik heb twee boterhammen met kaas gegeten", "dwie kromki chleba z serem i szklanka mleka", "朝ご飯にご飯と味噌汁",
    "Я съел два яйца и хлеб", "iki dilim ekmek ve bir bardak süt",
  ])
  func otherLanguagesFailWithTheirName(_ text: String) {
    guard case .failure(let reason, let suggestions) = Self.parser.parse(text) else {
      Issue.record("\(text) was read")
      return
    }
    #expect(reason.contains("not supported"))
    #expect(suggestions.first?.contains("Spanish") == true)
  }

  @Test func englishStaysEnglish() throws {
    for text in [
      "2 eggs and toast", "<b>2 eggs</b>", "arroz con pollo and a coke", "pan fried cod with a la carte zzz",
      "pasta once a week", "budweiser 330ml",
    ] {
      let items = try #require(Self.parser.parse(text).items)
      #expect(items.allSatisfy { $0.localizedName == nil }, "\(text)")
    }
  }

  /// Every word of the English names is a word of the table.
  @Test(arguments: Languages.codes)
  func namesExist(_ code: String) throws {
    let rows = LanguageFiles.rows("names", of: code)
    #expect(rows.count > 600)
    let unknown = rows.filter {
      !Tokenizer.keyStems($0[0]).allSatisfy { FoodTable.builtIn.number(of: $0) != nil }
    }.map { $0[0] }
    #expect(unknown.isEmpty, "\(unknown)")
  }

  /// Longer phrases would never be found.
  @Test(arguments: Languages.codes + ["en"])
  func phrasesAreShort(_ code: String) {
    let files = ["words": 2, "names": 1, "phrases": 2].filter { code != "en" || $0.key == "phrases" }
    let phrases = files.flatMap { file, column in
      LanguageFiles.rows(file, of: code).filter { $0.count > column }.flatMap { $0[column].split(separator: ";") }
    }
    let long = phrases.filter { Tokenizer.tokens(String($0)).count > Language.maxPhraseWords }
    #expect(long.isEmpty, "\(long)")
  }

  /// Only German has compounds, and another ending is another word.
  @Test func otherWordsAreNoNames() throws {
    for text in ["dos comillas", "tres cabezales y pan", "voy a pasar y comer pan"] {
      let items = Self.parser.parse(text, additionalFoods: .none, language: "es").items ?? []
      let names = items.map(\.name)
      #expect(Set(names).isSubset(of: ["Comillas", "Cabezales", "Panecillo Bread"]), "\(text) \(names)")
    }
  }

  /// The time is linear: hostile texts of the largest size end at once.
  @Test(arguments: ["de ", "con ", "pan de ", "y e ", "1.000,5 g ", "vollkornkäsebrötchen "])
  func hostileTextEnds(_ part: String) {
    _ = Self.parser.parse(String(repeating: part, count: EmbeddedMealParser.maxTextBytes / part.utf8.count))
  }

  @Test func everyPortionIsThatOfAFood() {
    for language in Languages.all {
      let rows = LanguageFiles.rows("portions", of: language.code)
      #expect(rows.count > 40 && language.portions.count == rows.count, "\(language.name)")
    }
  }
}

extension MealParse {
  fileprivate var items: [ParsedItem]? {
    guard case .items(let items) = self else { return nil }
    return items
  }
}
