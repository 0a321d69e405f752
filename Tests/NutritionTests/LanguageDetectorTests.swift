import Testing

@testable import Nutrition

/// The language of a text, without a hint.
struct LanguageDetectorTests {
  /// Texts of few words by their language.
  static let texts: [String: [String]] = [
    "fr": [
      "100 g de frites", "100 g de maïs", "30 g d'arachides", "150 g de haricots verts", "2 œufs",
      "une crêpe au sucre", "30 g de noix", "200 g d'épinards", "poulet rôti", "60 g de jambon", "un verre d'eau",
      "20 cl de vin", "80 g de pâtes", "1 yaourt nature", "50 g de riz", "deux pommes", "une banane",
      "crêpe nutella", "l'huile d'olive", "une part de tarte", "purée de pommes de terre",
      "40 g de fromage râpé", "deux crêpes",
    ],
    "it": [
      "un taco di pollo", "100 g di riso", "una mela", "80 g di pasta", "50 g di pane", "pollo arrosto",
      "un bicchiere di latte", "2 uova", "30 g di noci", "insalata", "un caffè", "100 g di prosciutto",
      "200 g di fragole", "due banane", "due fette di pane", "un piatto di gnocchi", "petto di pollo alla griglia",
      "mezza mela", "30 g di formaggio",
    ],
    "pt": [
      "batata frita", "salada de batata", "100 g de feijão", "um pão", "2 ovos", "um copo de leite", "um iogurte",
      "30 g de queijo", "frango grelhado", "uma maçã", "200 ml de suco", "duas bananas", "batatas cozidas",
      "50 g de nozes", "um café", "pão com manteiga", "uma coxinha de frango", "uma fatia de bolo", "dois ovos mexidos",
      "salada de frutas",
    ],
    "de": [
      "50 g Kartoffelbrei, 30 g Senf", "eine Dose Ginger Ale light", "0,5 l Bier", "2 Eier", "100 g Reis",
      "ein Apfel", "200 ml Milch", "50 g Brot", "Apfelkuchen", "80 g Nudeln", "150 g Hähnchen", "30 g Käse",
      "eine Banane", "ein Glas Wasser", "100 g Erdbeeren", "zwei Brötchen", "1 Becher Joghurt", "Möhreneintopf",
      "2 EL Zucker", "ein Stück Kuchen", "gebratene Nudeln", "eine Scheibe Käse",
    ],
    "es": [
      "3 gambas fritas", "2 huevos revueltos", "un plátano", "2 huevos", "una manzana", "100 g de jamón",
      "50 g de pan", "un vaso de leche", "pollo asado", "30 g de nueces", "una cerveza", "dos plátanos",
      "200 g de fresas", "30 g de queso", "tres tortitas de maíz", "200 g de merluza al horno",
      "pechuga a la plancha", "medio aguacate", "lentejas guisadas",
    ],
  ]

  @Test(arguments: texts.keys.sorted())
  func findsTheLanguage(_ code: String) {
    for text in Self.texts[code] ?? [] { #expect(Self.language(of: text) == code, "\(text)") }
  }

  /// English has names of foods from other languages.
  @Test(arguments: [
    "I had chicken a la king with rice", "crème brûlée for dessert", "jalapeño poppers", "2 jalapeños and a taco",
    "a piña colada and some nachos", "a slice of tortilla de patatas with salad", "gnocchi al pesto with parmesan",
    "a slice of quiche lorraine", "pad thai with tofu", "spaghetti alla carbonara and garlic bread",
    "penne alla vodka with a side salad", "fettuccine alfredo", "a bowl of pasta e fagioli", "a cup of café au lait",
    "two pains au chocolat and a coffee", "a croissant and a café latte", "steak frites with béarnaise",
    "half a baguette with brie", "coq au vin with mashed potatoes", "boeuf bourguignon with noodles",
    "salade niçoise", "a bowl of açaí with granola", "dulce de leche ice cream", "pico de gallo and guacamole",
    "arroz con pollo and a coke", "huevos rancheros with beans", "carne asada burrito",
    "pollo asado taco with salsa and cheese", "queso fundido with chips", "chips and chile con carne with rice",
    "churros with chocolate sauce", "tres leches cake", "chicken empanadas with salsa verde", "café con leche",
    "pão de queijo with butter", "a bowl of feijoada and rice", "pastel de nata", "bratwurst with sauerkraut",
    "wiener schnitzel", "a pretzel and a hefeweizen", "spätzle with gravy", "apfelstrudel with cream",
    "gelato with fresh berries", "tiramisù", "focaccia and prosciutto", "caprese salad with balsamic",
    "risotto with mushrooms", "bruschetta with tomatoes", "pizza margherita", "melon and prosciutto crudo",
    "dolce latte on crackers", "filet mignon, medium rare", "1 crêpe with Nutella",
    "an entrecôte and a side of haricots verts", "foie gras on brioche", "moules frites with a glass of wine",
    "a burger a la carte with fries", "sole meunière with lemon", "pâté on toast", "2 Reese's peanut butter cups",
    "1 Hershey's bar", "a Löwenbräu beer", "30 g Nestlé chocolate", "1 tbsp Dijon mustard", "100 Grand bar", "M&M's",
  ])
  func borrowedNamesAreEnglish(_ text: String) { #expect(Self.language(of: text) == "en") }

  private static func language(of text: String) -> String? {
    switch LanguageDetector(table: .builtIn).language(of: text, Tokenizer.tokens(text)) {
    case .english: "en"
    case .supported(let language): language.code
    case .unsupported: nil
    }
  }
}
