/// The words of a meal description that name no food, by their role. A new language needs its own of each list.
enum Lexicon {
  /// Whether the word is narration ("for breakfast I had ..."), which is dropped without a note.
  static func isNarration(_ word: String) -> Bool { narration.contains(word) }

  /// Whether the word describes a food without changing which one is meant ("grilled", "fresh").
  static func isDescriptor(_ word: String) -> Bool { descriptions.contains(word) }

  /// Whether the word makes a modifier of the name before it ("butter-flavored", "snack-size").
  static func formsModifier(_ word: String) -> Bool { modifierEndings.contains(word) }

  /// Whether the word names a group of foods rather than one ("fruit: apple, banana").
  static func isFoodGroup(_ word: String) -> Bool { foodGroups.contains(word) }

  /// Whether the word belongs to the grammar of a description: narration, numbers, units and connectors.
  static func isFunctionWord(_ word: String) -> Bool {
    narration.contains(word) || descriptions.contains(word) || ConnectorReader.isConnector(word)
      || AmountReader.isAmount(word) || MeasureUnit(spelling: word) != nil
  }

  private static let foodGroups = words(
    "fruit fruits vegetable vegetables veg veggies veggie greens meat meats nuts drink drinks beverages sweets snacks sides toppings"
  )

  /// Whether the noun is counted but no food ("after 3 hours").
  static func isNonFood(_ word: String) -> Bool { nonFoods.contains(word) }

  private static let nonFoods = words(
    """
    second seconds minute minutes min mins hour hours hr hrs day days week weeks month months year years old oclock
    kilometer kilometers kilometre kilometres km mile miles step steps rep reps set sets lap laps degrees percent
    people person persons guest guests kid kids child children colleague colleagues dollar dollars euro euros bucks
    """)

  /// Whether the participle is a cooking method, which stays a word of the food ("an egg fried with butter").
  static func isCookingParticiple(_ word: String) -> Bool { cookingMethods.contains(word) }

  private static let cookingMethods: Set<String> = [
    "fried", "baked", "grilled", "roasted", "boiled", "steamed", "poached", "scrambled", "toasted", "sauteed", "smoked",
    "stewed", "broiled",
  ]

  private static let modifierEndings: Set<String> = [
    "flavored", "flavoured", "flavor", "flavour", "sized", "size", "style", "based", "free", "infused", "scented",
    "topped", "filled", "coated", "covered", "dipped", "stuffed", "glazed", "crusted", "frosted", "sweetened", "type",
    "tasting",
  ]

  private static let narration = words(
    """
    i ive im id we my me our us you your he she they it its is was were be been being am are the a an of some this that
    these those there here for at to from by as so just about around approximately approx roughly circa ca maybe
    probably i'd had have has having ate eat eating eaten drank drink drinking drunk consumed consume got get grabbed
    grab took take made make making cooked prepared ordered bought enjoyed enjoy enjoying savored savoured savor relished
    indulged indulge treated treat myself opted chose munched munching snacked snacking devoured sipped sipping
    nibbled nibbling added adding poured pouring sprinkled sprinkling stirred crunched polished
    baby toddler infant daughter son
    sip finished started start kicked off began washed down went going out up
    breakfast brunch lunch lunchtime dinner dinnertime supper teatime snack snacks meal meals dessert appetizer starter
    breakfasts lunches dinners elevenses
    morning mornings afternoon evening night noon midday midnight today todays tonight yesterday day time break after
    before during while later early late quick light lightly first second third last next monday tuesday wednesday
    thursday friday saturday sunday am pm oclock then also too again another each every all both own
    other very really quite pretty super extra bit little lot lots much many more less kind sort type style
    which who what when where how complemented accompanied paired alongside along together featured featuring including
    included consisted consisting contained served serve topped side sides garnished filled drizzled dressed
    followed came come comes accompaniment addition additionally
    savoring savouring relaxing right perfection rehydrate quench thirst variety perfect nice good great wonderful lovely favorite favourite please thanks thank hi hello hey log add track logged
    gym workout work school home office friend friends restaurant kitchen table bed feeling hungry
    mcdonalds starbucks wendys dunkin costa chipotle takeaway takeout delivery
    satisfying satisfy cravings craving only
    spread size sized portion worth per ml x approxi total amount quantity no. number not sure think guess
    """)

  private static let descriptions = words(
    """
    fresh freshly delicious tasty yummy delightful refreshing crisp crispy crunchy juicy tender warm hot cold chilled
    iced lukewarm classic traditional simple plain regular standard normal ordinary homemade home-made store bought
    organic natural local ripe rich hearty flavorful flavourful savory savoury scrumptious fluffy creamy soft hard thick
    thin moist flaky nestled tossed loaded flavored flavoured flavor flavour single individual enriched seasoned
    unsweetened healthy sweetened bottled paired drizzled touch golden generous heaped heaping level rounded scant full big huge sized
    grilled baked boiled steamed roasted roast poached broiled barbecued bbq griddled braised stewed sauteed sauted
    microwaved toasted pan seared charred blanched simmered cooked
    chopped diced sliced cubed minced shredded grated crushed ground halved quartered peeled unpeeled
    pitted trimmed skinless boneless skin bone washed rinsed drained packed sifted melted softened beaten whisked
    finely coarsely roughly thinly thickly cut mashed pureed squeezed brewed prepared seasoned marinated lean
    sweet green pre comforting zesty tangy spicy indulgent decadent wholesome nutritious silky velvety buttery smoky perfectly
    chewy gooey sticky crumbly fudgy steaming piping frosty bubbly luscious mouthwatering succulent aromatic fragrant
    filling warming soothing toasty rare leftover vegan vegetarian gluten free range style raw uncooked unsalted salted
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
  }
}
