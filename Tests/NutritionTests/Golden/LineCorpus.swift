/// Ingredient lines in the project's own words and their labels: text, quantity (two ends of a range, "-" for none), unit,
/// name.
enum LineCorpus {
  static let rows = GoldenRows.read(
    #"""
    3 tablespoons fresh parsley, chopped	3	tablespoon	fresh parsley
    1 tablespoon fish sauce	1	tablespoon	fish sauce
    2 large red onions, peeled and sliced	2		red onions
    1 cup sour milk	1	cup	sour milk
    1/3 cup minced shallots	0.333	cup	shallots
    6 slices good rye bread, toasted	6	slice	rye bread
    1 teaspoon sage, chopped fine	1	teaspoon	sage
    3/4 cup sherry	0.75	cup	sherry
    2 pounds new potatoes, scrubbed	2	pound	new potatoes
    1 1/4 cups chopped fresh mint	1.25	cup	fresh mint
    About 20 whole almonds	20		whole almonds
    about 3 cups spinach leaves	3	cup	spinach leaves
    60 mussels, scrubbed and debearded	60		mussels
    2 turnips, peeled and diced (parsnips may be used)	2		turnips
    1/2 cup finely chopped parsley or chervil	0.5	cup	parsley or chervil
    1/2 small head cauliflower, cut into florets	0.5	head	cauliflower
    1 serrano, seeded and minced	1		serrano
    1/2 teaspoon freshly grated ginger to taste	0.5	teaspoon	ginger
    2 cups pureed cooked pumpkin	2	cup	pumpkin
    1/2 pound green beans, cut in half	0.5	pound	green beans
    4 tablespoons dried apricots	4	tablespoon	dried apricots
    3 to 4 shallots, minced	3-4		shallots
    1 to 1 1/2 cups flour	1-1.5	cup	flour
    2-3 tbsp lemon juice	2-3	tablespoon	lemon juice
    4 ears fresh sweetcorn	4	ear	fresh sweetcorn
    12 clams, opened	12		clams
    1/2 cup short-grain rice	0.5	cup	short-grain rice
    2 cloves garlic, crushed	2	clove	garlic
    3 garlic cloves, finely sliced	3	clove	garlic
    2 celery ribs, trimmed	2	rib	celery
    3 sprigs thyme	3	sprig	thyme
    1 bunch watercress	1	bunch	watercress
    1 head iceberg lettuce, shredded	1	head	iceberg lettuce
    1 stick butter, softened	1	stick	butter
    2 sticks unsalted butter (at room temperature)	2	stick	unsalted butter
    3 pounds chard, stems removed	3	pound	chard
    2 tablespoons favourite mustard	2	tablespoon	mustard
    3 ripe peaches, peeled, pitted and sliced (or 2 cups canned)	3		ripe peaches
    1/2 cup white-wine vinegar	0.5	cup	white-wine vinegar
    1 1/2 ounces gin	1.5	ounce	gin
    2 pounds center-cut pork loin	2	pound	center-cut pork loin
    1 medium carrot, peeled and cut into 1-inch pieces	1		carrot
    1 duck, cut into serving pieces	1		duck
    2 hard-boiled eggs, sliced	2		eggs
    3 soft-boiled eggs	3		eggs
    1/2 cup shelled pistachios, finely chopped	0.5	cup	pistachios
    1 small leek to yield 1/2 cup sliced	1		leek
    1 pound cooked crab meat	1	pound	crab meat
    2 cups lightly toasted almonds	2	cup	almonds
    4 tablespoons butter, melted and cooled	4	tablespoon	butter
    1 1/4 cups syrup, approximately	1.25	cup	syrup
    Juice from 2 limes	2		juice from limes
    Zest of 1 lemon	1		zest of lemon
    1 cup cooked rice (any kind will do)	1	cup	rice
    1 pound yellow squash or zucchini	1	pound	yellow squash or zucchini
    3 tablespoons butter or margarine	3	tablespoon	butter or margarine
    2 tablespoons chopped fresh oregano or 1 teaspoon dried	2	tablespoon	fresh oregano
    1 large red bell pepper, roasted, seeded and chopped	1		red bell pepper
    1/8 teaspoon hot pepper flakes	0.125	teaspoon	hot pepper flakes
    1 1/3 pounds ground veal	1.333	pound	ground veal
    2 tablespoons cold water, more if necessary	2	tablespoon	cold water
    1/4 teaspoon dried thyme	0.25	teaspoon	dried thyme
    1 1/4 pounds ground pork or beef	1.25	pound	ground pork or beef
    2 tablespoons plus 1 teaspoon sugar	2	tablespoon	sugar
    1/4 cup plus 2 tablespoons milk	0.25	cup	milk
    1/2 cup chopped parsley, plus more for garnish	0.5	cup	parsley
    1/2 cup tomato and basil sauce	0.5	cup	tomato and basil sauce
    1 pound homemade sausage (or a good bought one)	1	pound	sausage
    3 quarts chicken stock	3	quart	chicken stock
    1/2 cup finely chopped celery	0.5	cup	celery
    Orange juice, if needed	-		orange juice
    Steamed rice	-		rice
    Olive oil for frying	-		olive oil
    Corn, peanut or sunflower oil for frying	-		corn peanut or sunflower oil
    Enough milk for brushing	-		milk
    Salt to taste	-		salt
    Salt and pepper	-		salt and pepper
    Fresh parsley, for garnish	-		fresh parsley
    Lemon wedges, optional	-		lemon wedges
    1 tbsp brandy	1	tablespoon	brandy
    4 c chicken stock	4	cup	chicken stock
    ¼ c oyster sauce	0.25	cup	oyster sauce
    0.5 tsp ground cumin	0.5	teaspoon	ground cumin
    ½ lg red onion, finely sliced	0.5		red onion
    250 ml cold oat milk	250	milliliter	cold oat milk
    150 g finely diced white or red onion	150	gram	white or red onion
    6 oz dried rice noodles	6	ounce	dried rice noodles
    1.5 tsp salt	1.5	teaspoon	salt
    2 tbsp neutral oil, such as sunflower	2	tablespoon	neutral oil
    ⅓ c packed brown sugar	0.333	cup	brown sugar
    1 tsp fresh lemon juice	1	teaspoon	fresh lemon juice
    0.33 c full-fat yogurt	0.33	cup	full-fat yogurt
    2 tsp chopped fresh herbs (such as dill and chives)	2	teaspoon	fresh herbs
    20 corn or 10 flour tortillas, warmed	20		corn tortillas
    3 1/4 teaspoons ground ginger	3.25	teaspoon	ground ginger
    1 large orange bell pepper, seeded and cut into ½-inch strips	1		orange bell pepper
    ½ cup shelled, unsalted cashews, crushed	0.5	cup	unsalted cashews
    2 tablespoons butter, cut into 6 pieces	2	tablespoon	butter
    ½ teaspoon ground allspice	0.5	teaspoon	ground allspice
    ⅓ cup freshly squeezed orange juice (about 2 oranges)	0.333	cup	orange juice
    3 pounds asparagus, cut into pieces	3	pound	asparagus
    1½ tablespoons soft goat cheese	1.5	tablespoon	soft goat cheese
    1 tsp peeled and finely grated fresh turmeric	1	teaspoon	fresh turmeric
    ½ melon, cut in two	0.5		melon
    1 pound oyster or shiitake mushrooms, sliced	1	pound	oyster or shiitake mushrooms
    ½ cup rye flour	0.5	cup	rye flour
    ½ cup unsweetened cocoa powder, sifted	0.5	cup	unsweetened cocoa powder
    5 scallops	5		scallops
    50g/2oz plain flour	50	gram	plain flour
    200g/7oz fruit cake	200	gram	fruit cake
    600ml/1 pint beef stock	600	milliliter	beef stock
    450g/1lb king prawns, peeled	450	gram	king prawns
    2 large mangoes, stones removed	2		mangoes
    2 quail eggs, beaten	2		quail eggs
    1 medium sea bream, filleted	1		sea bream
    1 tbsp coriander seeds, toasted, ground	1	tablespoon	coriander seeds
    6 spears asparagus, trimmed	6	spears	asparagus
    3 tsp oil (such as sunflower or corn oil)	3	teaspoon	oil
    ½ tsp sea salt flakes, plus extra for seasoning	0.5	teaspoon	sea salt flakes
    1 butterhead lettuce, separated into leaves	1		butterhead lettuce
    ½tsp chilli powder	0.5	teaspoon	chilli powder
    280g/10oz plain (all-purpose) flour	280	gram	plain all-purpose flour
    1 cinnamon stick	1		cinnamon stick
    2 bay leaves	2		bay leaves
    2 heads bok choy, shredded	2	head	bok choy
    1 can chopped tomatoes	1	can	tomatoes
    1 (14 oz) can chickpeas, drained	1	can	chickpeas
    1 14-ounce can coconut milk	1	can	coconut milk
    2 cans black beans, rinsed and drained	2	can	black beans
    1 packet dried yeast	1	packet	dried yeast
    1 handful rocket	1	handful	rocket
    a pinch of saffron	1	pinch	saffron
    a handful of basil leaves	1	handful	basil leaves
    two large onions, thinly sliced	2		onions
    one dozen eggs	12		eggs
    half a cup of cream	0.5	cup	cream
    half a lemon, juiced	0.5		lemon
    1 whole chicken, about 3 pounds	1		whole chicken
    1 pound fresh or frozen raspberries	1	pound	raspberries
    2 cups loosely packed rocket leaves	2	cup	rocket leaves
    1 heaping tablespoon cocoa	1	tablespoon	cocoa
    3 fl oz double cream	3	fluid ounce	double cream
    1 kg potatoes, peeled	1	kilogram	potatoes
    2 dl milk	2	deciliter	milk
    4 anchovy fillets in oil	4		anchovy fillets in oil
    2 tbsp capers in brine, drained	2	tablespoon	capers in brine
    1 piece ginger, peeled	1	piece	ginger
    rice 200 g	200	gram	rice
    eggs - 2	2		eggs
    # a size, then what is counted
    2 x 400g/14oz tins plum tomatoes	2	can	plum tomatoes
    3 x 150g/5oz trout fillets, skin on	3		trout fillets
    4 6-ounce halibut steaks, skin on	4		halibut steaks
    1 3-pound duck, quartered	1		duck
    One 4-pound shoulder of pork, boned	1		shoulder of pork
    one 2-inch piece of ginger, peeled	1	piece	ginger
    1 (1-inch) piece turmeric, grated	1	piece	turmeric
    2-inch piece of ginger	2	inch	ginger
    5cm/2in piece fresh galangal, peeled	5	centimeter	fresh galangal
    1 thumb-sized piece of ginger, grated	1	piece	ginger
    1 medium-size aubergine, diced	1		aubergine
    # a weight and what it comes in
    400g tin of kidney beans, drained	400	gram	kidney beans
    a 400g tin of lentils	400	gram	lentils
    250g pack ready-made shortcrust pastry	250	gram	ready-made shortcrust pastry
    7g sachet easy-blend yeast	7	gram	easy-blend yeast
    1 x 320g pack filo pastry	1	packet	filo pastry
    1 envelope powdered gelatin	1	envelope	powdered gelatin
    2 punnets blackberries	2	punnet	blackberries
    # two units for one weight
    1.5kg/3lb 5oz turnips, peeled	1.5	kilogram	turnips
    1 lb 4 oz pork mince	1	pound	pork mince
    450 g/1 lb lamb mince	450	gram	lamb mince
    # units that only lines have
    2 sheets filo pastry, thawed	2	sheet	filo pastry
    1 loaf sourdough	1	loaf	sourdough
    3 drops rose water	3	drop	rose water
    a few drops of almond essence	3	drop	almond essence
    1 batch shortcrust pastry	1	batch	shortcrust pastry
    2 branches rosemary	2	branch	rosemary
    1 tsp each ground ginger and allspice	1	teaspoon	ground ginger and allspice
    1 doz quail eggs	12		quail eggs
    # alternatives of size, modifiers in front
    3 large or 5 small leeks, sliced	3		leeks
    4 skinless, boneless turkey breasts	4		skinless boneless turkey breasts
    1 pound boneless, skinless duck legs	1	pound	boneless skinless duck legs
    8 bone-in, skin-on chicken drumsticks	8		bone-in skin-on chicken drumsticks
    3 whole cloves	3		whole cloves
    8 cloves	8		cloves
    1/4 teaspoon freshly ground white pepper	0.25	teaspoon	white pepper
    2 tablespoons fresh chopped coriander	2	tablespoon	coriander
    zest from 2 lemons	2		zest from lemons
    """#)
}
