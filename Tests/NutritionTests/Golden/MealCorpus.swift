/// Meals in the project's own words and what they hold: text, then for each item the name, the amount as shown and the
/// whole grams. `\n` stands for a new line; a line with `#` names the shape of those below.
enum MealCorpus {
  static let rows = GoldenRows.read(
    #"""
    # amount before the food
    150g salmon	Salmon 150g 150g
    150 g of salmon	Salmon 150g 150g
    40 g oats	Oats 40g 40g
    200 grams of strawberries	Strawberries 200g 200g
    75 gr cheddar	Cheddar Cheese 75g 75g
    1.5 kg potatoes	Potato 1.5kg 1500g
    0.5 kg apples	Apple 0.5kg 500g
    250 gm rice	Rice 250g 250g
    2,5 dl milk	Milk 2.5dl 257g
    33 cl beer	Beer 33cl 330g
    500 ml water	Water 500ml 500g
    2 l water	Water 2l 2000g
    1 litre of milk	Milk 1l 1030g
    6 oz chicken breast	Chicken Breast 6 oz 170g
    12 ounces of salmon	Salmon 12 oz 340g
    a quarter pound of ham	Ham 0.25 lb 113g
    1/4 lb ham	Ham 0.25 lb 113g
    2 lbs potatoes	Potato 2 lb 907g
    3x40g cheddar	Cheddar Cheese 120g 120g
    2x200ml milk	Milk 400ml 412g
    2 beef and chese tacos	Beef Taco 2 pieces 210g
    150g chiken brest	Chicken Breast 150g 150g
    skinless grilled chicken breast 150g	Grilled Chicken Breast 150g 150g
    160ml/5fl oz single cream	Light Cream 160ml 162g
    1/2 cup plus 2 tablespoons olive oil	Olive Oil 0.63 cup 135g
    1 lb and 4 oz potatoes	Potato 1.25 lb 566g
    4 large or 6 small leeks	Leek 4 large 462g
    juice of 1/2 lemon	Lemon Juice 0.5 piece 24g
    one 3-inch piece of ginger, peeled	Ginger 1 piece 6g
    6 inch turkey sub	Turkey Sub 1 piece 130g
    2 12-inch turkey subs	Turkey Sub 2 pieces 260g
    2 courgettes, sliced 1/4-inch thick	Zucchini 2 pieces 360g
    salt and pepper to taste	Salt 1 pinch 0g
    # amount behind the food
    salmon 150g	Salmon 150g 150g
    salmon: 150 g	Salmon 150g 150g
    oats 40g	Oats 40g 40g
    oats - 40 g	Oats 40g 40g
    rice, 180 g	Rice 180g 180g
    potatoes (250 g)	Potato 250g 250g
    banana 2	Banana 2 medium 236g
    bananas x2	Banana 2 medium 236g
    eggs x 3	Egg 3 pieces 150g
    milk 200ml	Milk 200ml 206g
    milk, 0.2 l	Milk 0.2l 206g
    cheddar 30 grams	Cheddar Cheese 30g 30g
    broccoli 1 cup	Broccoli 1 cup 156g
    peanut butter 2 tbsp	Peanut Butter 2 tbsp 32g
    pasta 180 g and salmon 120 g	Pasta 180g 180g; Salmon 120g 120g
    # decimals
    0.5 avocado	Avocado 0.5 piece 100g
    1.5 bananas	Banana 1.5 medium 177g
    1,5 bananas	Banana 1.5 medium 177g
    0,25 l milk	Milk 0.25l 257g
    2.5 oz almonds	Almonds 2.5 oz 70g
    .5 cup oats	Oats 0.5 cup 40g
    1.25 cups rice	Rice 1.25 cups 197g
    1 000 g rice	Rice 1000g 1000g
    # fractions
    1/2 banana	Banana 0.5 medium 59g
    ½ banana	Banana 0.5 medium 59g
    3/4 cup oats	Oats 0.75 cup 60g
    ¾ cup oats	Oats 0.75 cup 60g
    1 1/2 cups milk	Milk 1.5 cups 366g
    1½ cups milk	Milk 1.5 cups 366g
    1-1/2 cups milk	Milk 1.5 cups 366g
    2 ½ apples	Apple 2.5 medium 455g
    a quarter of an apple	Apple 0.25 medium 45g
    a third of a cup of rice	Rice 0.33 cup 52g
    1/3rd cup rice	Rice 0.33 cup 52g
    two thirds cup rice	Rice 0.67 cup 105g
    three quarters of a cup of milk	Milk 0.75 cup 183g
    half an orange	Orange 0.5 piece 65g
    half a cup of oats	Oats 0.5 cup 40g
    half cup oats	Oats 0.5 cup 40g
    one half cup oats	Oats 0.5 cup 40g
    1/8 tsp salt	Salt 0.13 tsp 0g
    half of a banana	Banana 0.5 medium 59g
    one and a half bananas	Banana 1.5 medium 177g
    two and a half cups of rice	Rice 2.5 cups 395g
    1 and 1/2 cups rice	Rice 1.5 cups 237g
    ⅓ cup almonds	Almonds 0.33 cup 47g
    ⅔ cup almonds	Almonds 0.67 cup 95g
    ⅛ tsp salt	Salt 0.13 tsp 0g
    # number words
    three bananas	Banana 3 medium 354g
    four eggs	Egg 4 pieces 200g
    five almonds	Almonds 5 pieces 6g
    ten grapes	Grapes 10 pieces 49g
    twelve strawberries	Strawberries 12 pieces 144g
    a dozen strawberries	Strawberries 12 pieces 144g
    two dozen grapes	Grapes 24 pieces 117g
    half a dozen eggs	Egg 6 pieces 300g
    a pair of eggs	Egg 2 pieces 100g
    a couple of bananas	Banana 2 medium 236g
    couple of eggs	Egg 2 pieces 100g
    a few almonds	Almonds 3 pieces 3g
    several grapes	Grapes 4 pieces 19g
    twenty almonds	Almonds 20 pieces 24g
    twenty-five grapes	Grapes 25 pieces 122g
    one hundred grams of rice	Rice 100g 100g
    fifty grams of oats	Oats 50g 50g
    a hundred grams of rice	Rice 100g 100g
    # ranges
    2-3 bananas	Banana 2.5 medium 295g
    2–3 bananas	Banana 2.5 medium 295g
    2 to 3 bananas	Banana 2.5 medium 295g
    two to three bananas	Banana 2.5 medium 295g
    two or three eggs	Egg 2.5 pieces 125g
    between 2 and 4 eggs	Egg 3 pieces 150g
    100-150 g rice	Rice 125g 125g
    100 to 200 g chicken breast	Chicken Breast 150g 150g
    1/2 to 1 cup rice	Rice 0.75 cup 118g
    1-2 tbsp honey	Honey 1.5 tbsp 31g
    3 or 4 almonds	Almonds 3.5 pieces 4g
    # multiples
    2x banana	Banana 2 medium 236g
    3x 40 g cheddar	Cheddar Cheese 120g 120g
    3 x 40 g cheddar	Cheddar Cheese 120g 120g
    2 × 150 g salmon	Salmon 300g 300g
    2 x 330 ml beer	Beer 660ml 660g
    two 330 ml cans of beer	Beer 660ml 660g
    4x eggs	Egg 4 pieces 200g
    3 times 30 g almonds	Almonds 90g 90g
    # vague amounts
    a handful of walnuts	Walnuts 1 handful 28g
    two handfuls of almonds	Almonds 2 handfuls 56g
    a splash of milk	Milk 1 splash 15g
    a drizzle of honey	Honey 1 drizzle 7g
    a pinch of salt	Salt 1 pinch 0g
    a bowl of oatmeal	Oatmeal 1 bowl 234g
    a glass of water	Water 1 glass 237g
    a mug of tea	Tea 1 mug 300g
    a plate of spaghetti bolognese	Spaghetti Bolognese 1 plate 375g
    a knob of butter	Butter 1 knob 10g
    a dash of milk	Milk 1 dash 0g
    a small bowl of pasta	Pasta 1 bowl 187g
    a big bowl of pasta	Pasta 1 bowl 325g
    large glass of orange juice	Orange Juice 1 glass 322g
    small handful of almonds	Almonds 1 handful 21g
    some grapes	Grapes 1 cup 151g
    a bit of butter	Butter 1 tbsp 14g
    # sizes
    a small banana	Banana 1 small 101g
    2 medium bananas	Banana 2 medium 236g
    1 extra large egg	Egg 1 extra large 56g
    large egg	Egg 1 large 50g
    two small apples	Apple 2 small 298g
    medium potato	Potato 1 medium 167g
    3 large eggs	Egg 3 pieces 150g
    a big apple	Apple 1 large 223g
    1 small orange	Orange 1 small 96g
    # spoons, ounces, pounds
    2 tablespoons olive oil	Olive Oil 2 tbsp 27g
    2 tbsp. olive oil	Olive Oil 2 tbsp 27g
    2 Tbsp olive oil	Olive Oil 2 tbsp 27g
    2 tbs olive oil	Olive Oil 2 tbsp 27g
    2 tblsp olive oil	Olive Oil 2 tbsp 27g
    1 tsp. honey	Honey 1 tsp 7g
    3 teaspoons sugar	Sugar 3 tsp 12g
    1 fl oz milk	Milk 1 fl oz 30g
    8 fluid ounces of milk	Milk 8 fl oz 244g
    1 pint of milk	Milk 1 pint 487g
    4 oz. cheddar	Cheddar Cheese 4 oz 113g
    1 heaped tbsp peanut butter	Peanut Butter 1 tbsp 16g
    1 level teaspoon sugar	Sugar 1 tsp 4g
    1 dessert spoon honey	Honey 1 dsp 14g
    2 c. rice	Rice 2 cups 316g
    1 T peanut butter	Peanut Butter 1 tbsp 16g
    1 t sugar	Sugar 1 tsp 4g
    1 gallon water	Water 1 gallon 3785g
    # containers
    a can of tuna	Tuna 1 can 165g
    2 cans of beer	Beer 2 cans 712g
    a tin of tuna	Tuna 1 can 165g
    a bottle of beer	Beer 1 bottle 356g
    a cup of coffee	Coffee 1 cup 237g
    2 mugs of tea	Tea 2 mugs 600g
    a 330 ml can of cola	Cola 330ml 343g
    a 500 ml bottle of water	Water 500ml 500g
    1 can (330 ml) cola	Cola 330ml 343g
    1 cup (240 ml) milk	Milk 240ml 247g
    a 12 oz can of cola	Cola 12 oz 369g
    # the telling around it
    for breakfast I had two eggs	Egg 2 pieces 100g
    For lunch I ate 150 g salmon with rice.	Salmon 150g 150g; Rice 1 cup 158g
    Yesterday I had a banana and a glass of milk	Banana 1 medium 118g; Milk 1 glass 244g
    this morning: coffee and a bagel	Coffee 1 cup 237g; Bagel 1 piece 105g
    I've just eaten an apple	Apple 1 medium 182g
    I had an apple for breakfast and a banana for lunch	Apple 1 medium 182g; Banana 1 medium 118g
    Dinner was 200g of chicken breast and 1 cup of broccoli	Chicken Breast 200g 200g; Broccoli 1 cup 156g
    We shared nothing, I ate 3 eggs	Egg 3 pieces 150g
    tonight I made 180 g pasta	Pasta 180g 180g
    after the gym I drank 300 ml milk	Milk 300ml 309g
    As a snack, I grabbed an apple	Apple 1 medium 182g
    I started my day with a bowl of oatmeal	Oatmeal 1 bowl 234g
    my lunch consisted of 120 g tuna and 100 g rice	Tuna 120g 120g; Rice 100g 100g
    Breakfast: 2 eggs, 1 banana	Egg 2 pieces 100g; Banana 1 medium 118g
    Snack - 30 g almonds	Almonds 30g 30g
    I treated myself to a slice of cheesecake	Cheesecake 1 slice 175g
    an apple to satisfy my sweet tooth	Apple 1 medium 182g
    a glass of water to quench my thirst	Water 1 glass 237g
    a banana for a healthy start	Banana 1 medium 118g
    I finished the evening with a glass of red wine	Red Wine 1 glass 147g
    2 eggs, perfect for a quick breakfast	Egg 2 pieces 100g
    a cup of coffee which woke me up	Coffee 1 cup 237g
    coffee and a bagel to start the day	Coffee 1 cup 237g; Bagel 1 piece 105g
    # joined foods
    mac and cheese	Mac and Cheese 1 cup 230g
    macaroni and cheese	Mac and Cheese 1 cup 230g
    peanut butter and jelly sandwich	Peanut Butter and Jelly Sandwich 1 piece 112g
    ham and cheese sandwich	Ham and Cheese Sandwich 1 medium 135g
    coffee with milk	Coffee with Milk 1 serving 372g
    eggs and bacon	Egg 1 large 50g; Bacon 1 serving 16g
    bacon & eggs	Bacon 1 serving 16g; Egg 1 large 50g
    rice + salmon	Rice 1 cup 158g; Salmon 1 fillet 154g
    oatmeal with banana	Oatmeal 1 cup 234g; Banana 1 medium 118g
    salmon, rice and broccoli	Salmon 1 fillet 154g; Rice 1 cup 158g; Broccoli 1 cup 156g
    salmon with rice and broccoli	Salmon 1 fillet 154g; Rice 1 cup 158g; Broccoli 1 cup 156g
    spaghetti with tomato sauce	Pasta with Tomato Sauce 1 cup 250g
    an apple and a banana	Apple 1 medium 182g; Banana 1 medium 118g
    apple, banana, orange	Apple 1 medium 182g; Banana 1 medium 118g; Orange 1 piece 131g
    apple/banana	Apple 1 medium 182g
    milk plus 2 eggs	Milk 1 cup 244g; Egg 2 pieces 100g
    rice alongside salmon	Rice 1 cup 158g; Salmon 1 fillet 154g
    150 g salmon accompanied by 1 cup of rice	Salmon 150g 150g; Rice 1 cup 158g
    a bagel washed down with orange juice	Bagel 1 piece 105g; Orange Juice 1 cup 248g
    tea as well as a banana	Tea 1 cup 237g; Banana 1 medium 118g
    1 cup rice together with 100 g tofu	Rice 1 cup 158g; Tofu 100g 100g
    ham sandwich on white bread	Ham Sandwich 1 piece 120g
    cheese sandwich on whole wheat bread	Cheese Sandwich 1 serving 102g
    # modifiers
    150 g steamed broccoli	Broccoli 150g 150g
    200 ml low-fat milk	Low-Fat Milk 200ml 206g
    200 ml skim milk	Skim Milk 200ml 208g
    2 slices of whole-wheat bread	Whole Wheat Bread 2 slices 64g
    2 slices whole wheat bread	Whole Wheat Bread 2 slices 64g
    50 g smoked salmon	Smoked Salmon 50g 50g
    100 g brown rice	Brown Rice 100g 100g
    100 g cooked brown rice	Brown Rice 100g 100g
    100 g freshly cooked rice	Rice 100g 100g
    a ripe banana	Banana 1 medium 118g
    1 cup of sliced strawberries	Strawberries 1 cup 152g
    1 cup chopped broccoli	Broccoli 1 cup 156g
    30 g dark chocolate	Dark Chocolate 30g 30g
    unsweetened tea	Tea 1 cup 237g
    black coffee	Coffee 1 cup 237g
    100 g organic strawberries	Strawberries 100g 100g
    1 large boiled egg	Boiled Egg 1 large 50g
    2 scrambled eggs	Scrambled Eggs 2 pieces 122g
    3 fried eggs	Fried Egg 3 pieces 138g
    raw broccoli 100 g	Raw Broccoli 100g 100g
    # what was left out
    coffee without sugar	Coffee 1 cup 237g
    coffee without milk or sugar	Coffee 1 cup 237g
    tea, no sugar	Tea 1 cup 237g
    salad without dressing	Salad 1 cup 73g
    2 eggs without salt	Egg 2 pieces 100g
    rice, hold the butter	Rice 1 cup 158g
    2 bananas but no milk	Banana 2 medium 236g
    milk instead of cream	Milk 1 cup 244g
    # corrections
    2 eggs, actually 3	Egg 3 pieces 150g
    2 eggs, no wait, 3	Egg 3 pieces 150g
    100 g rice, sorry I meant 150 g	Rice 150g 150g
    100 g rice, sorry, 150	Rice 150g 150g
    a banana, I mean 2 bananas	Banana 2 medium 236g
    2 eggs, make that 4	Egg 4 pieces 200g
    a coffee, actually a tea	Tea 1 cup 237g
    200 ml milk, scratch that, 300 ml	Milk 300ml 309g
    2 eggs, no, 3	Egg 3 pieces 150g
    1 cup rice, correction: 2 cups	Rice 2 cups 316g
    2 apples, or rather 3	Apple 3 medium 546g
    # shares of what stands before
    200 g rice, half of it	Rice 100g 100g
    a pizza, ate half of it	Pizza 0.5 piece 43g
    200 g pasta, left half of it	Pasta 100g 100g
    a banana and 300 g rice, a third of it	Banana 1 medium 118g; Rice 100g 100g
    1 cup of oatmeal, only half of it	Oatmeal 0.5 cup 117g
    # stated nutrients
    yoghurt 100 g with fat 9 g	Yogurt 100g 100g
    100 g yogurt (9 g fat)	Yogurt 100g 100g
    chicken breast 150 g, 46 g protein	Chicken Breast 150g 150g
    200 g rice, 260 kcal	Rice 200g 200g
    banana (105 kcal)	Banana 1 medium 117g
    # brand words
    1 Acme banana	Banana 1 medium 118g
    200 ml Dairyland milk	Milk 200ml 206g
    100 g Fooco rice	Rice 100g 100g
    # slips of the keyboard
    100 g chiken breast	Chicken Breast 100g 100g
    100g bannana	Banana 100g 100g
    brocoli 100 g	Broccoli 100g 100g
    150 g salomn	Salmon 150g 150g
    1 cup strawberrys	Strawberries 1 cup 152g
    2 tomatos	Tomato 2 pieces 246g
    200 g potatos	Potato 200g 200g
    100 g yoghurt	Yogurt 100g 100g
    avacado	Avocado 1 serving 100g
    spagetti bolognese	Spaghetti Bolognese 1 cup 250g
    cofee	Coffee 1 cup 237g
    1 orrange	Orange 1 piece 131g
    100 g cheddar chese	Cheddar Cheese 100g 100g
    100 g brokoli	Broccoli 100g 100g
    150 g chicken brest	Chicken Breast 150g 150g
    150 g chiken brest	Chicken Breast 150g 150g
    1 small cappucino	Cappuccino 1 small 360g
    100 g yogourt	Yogurt 100g 100g
    # the word that ends the part says what the food is
    100 g skinless grilled chicken thigh	Grilled Chicken Thigh 100g 100g
    # lean and fat parts are no amounts
    4 oz 85/15 ground beef	85% Lean Ground Beef 4 oz 113g
    90/10 ground beef 100 g	Lean Ground Beef 100g 100g
    100 g 73/27 ground beef	Ground Beef 100g 100g
    # known words are never corrected
    beet	Beetroot 1 cup 170g
    beef	Beef 1 serving 60g
    100 g pear	Pear 100g 100g
    100 g pea	Peas 100g 100g
    1 lime	Lime 1 piece 67g
    100 g plum	Plum 100g 100g
    50 g leek	Leek 50g 50g
    # singular and plural
    1 eggs	Egg 1 piece 50g
    2 egg	Egg 2 pieces 100g
    3 potato	Potato 3 pieces 501g
    two tomatoes	Tomato 2 pieces 246g
    2 cherry tomatoes	Cherry Tomatoes 2 pieces 34g
    5 strawberry	Strawberries 5 pieces 60g
    cherries	Cherries 1 cup 138g
    3 leaves romaine lettuce	Romaine Lettuce 3 leaves 18g
    # letters and signs
    crème fraîche	Sour Cream 1 tbsp 12g
    jalapeño	Jalapeno 1 piece 14g
    100 g ｒｉｃｅ	Rice 100g 100g
    ２ eggs	Egg 2 pieces 100g
    1½ bananas	Banana 1.5 medium 177g
    “2 eggs”	Egg 2 pieces 100g
    2 eggs…	Egg 2 pieces 100g
    banana’s	Banana 1 medium 118g
    100 g rice	Rice 100g 100g
    🍌 2 bananas	Banana 2 medium 236g
    # lists
    2 eggs\n1 banana\n200 ml milk	Egg 2 pieces 100g; Banana 1 medium 118g; Milk 200ml 206g
    - 2 eggs\n- 1 banana	Egg 2 pieces 100g; Banana 1 medium 118g
    * 100 g rice\n* 120 g salmon	Rice 100g 100g; Salmon 120g 120g
    • coffee\n• bagel	Coffee 1 cup 237g; Bagel 1 piece 105g
    1. 2 eggs\n2. 1 banana\n3. 100 g rice	Egg 2 pieces 100g; Banana 1 medium 118g; Rice 100g 100g
    2 eggs; 1 banana; coffee	Egg 2 pieces 100g; Banana 1 medium 118g; Coffee 1 cup 237g
    2 eggs | 1 banana	Egg 2 pieces 100g; Banana 1 medium 118g
    2 eggs\r\n1 banana	Egg 2 pieces 100g; Banana 1 medium 118g
    [x] 2 eggs\n[ ] 1 banana	Egg 2 pieces 100g; Banana 1 medium 118g
    2 eggs,\nand a banana	Egg 2 pieces 100g; Banana 1 medium 118g
    # weights in brackets
    1 serving (30 g) granola	Granola 30g 30g
    2 bars (40 g each) dark chocolate	Dark Chocolate 80g 80g
    1 cup (150 g) strawberries	Strawberries 150g 150g
    1 banana (118 g)	Banana 118g 118g
    chicken breast (150 g), rice (200 g)	Chicken Breast 150g 150g; Rice 200g 200g
    1 can (165 g) tuna	Tuna 165g 165g
    3 eggs (150g)	Egg 150g 150g
    # amounts without sense
    75 x 100 g rice	Rice 7500g 5000g
    1e308 eggs	Egg 1000000 pieces 5000g
    0 bananas	Banana 0 medium 0g
    400 bananas	Banana 400 medium 5000g
    9000 g rice	Rice 9000g 5000g
    100000 ml milk	Milk 100000ml 5000g
    0.0001 g salt	Salt 0g 0g
    # several at once
    150g chicken breast + 1 cup rice + 1/2 avocado	Chicken Breast 150g 150g; Rice 1 cup 158g; Avocado 0.5 piece 100g
    sandwich with ham and cheese	Ham and Cheese Sandwich 1 medium 135g
    a sandwich filled with ham, cheese and lettuce	Ham and Cheese Sandwich 1 piece 146g
    chocolate cake topped with icing	Chocolate Cake 1 serving 175g
    a bowl of oatmeal topped with a banana	Oatmeal 1 bowl 234g; Banana 1 medium 118g
    tuna in water	Tuna 1 can 165g
    100 g tuna in oil	Tuna in Oil 100g 100g
    # further ones
    3 eggs and 2 slices of bacon	Egg 3 pieces 150g; Bacon 2 slices 18g
    1 apple, 1 orange, 1 pear	Apple 1 medium 182g; Orange 1 piece 131g; Pear 1 piece 178g
    250 ml orange juice	Orange Juice 250ml 262g
    half a glass of milk	Milk 0.5 glass 122g
    two glasses of red wine	Red Wine 2 glasses 294g
    1/2 cup blueberries and 1 tbsp honey	Blueberries 0.5 cup 74g; Honey 1 tbsp 21g
    oats 50 g, milk 200 ml, honey 1 tsp	Oats 50g 50g; Milk 200ml 206g; Honey 1 tsp 7g
    100 g tofu with 150 g rice	Tofu 100g 100g; Rice 150g 150g
    3 tbsp hummus and 2 carrots	Hummus 3 tbsp 45g; Carrot 2 pieces 122g
    1 medium apple and 30 g cheddar	Apple 1 medium 182g; Cheddar Cheese 30g 30g
    a pint of beer and 50 g almonds	Beer 1 pint 473g; Almonds 50g 50g
    two boiled eggs, 1 slice of bacon	Boiled Egg 2 pieces 100g; Bacon 1 slice 9g
    lunch: 100 g lentils, 1 tbsp olive oil	Lentils 100g 100g; Olive Oil 1 tbsp 13g
    dinner - 180 g salmon, 200 g potatoes	Salmon 180g 180g; Potato 200g 200g
    1 avocado and 2 eggs for breakfast	Avocado 1 piece 201g; Egg 2 pieces 100g
    200g greek yogurt, 100g strawberries, 20g honey	Greek Yogurt 200g 200g; Strawberries 100g 100g; Honey 20g 20g
    4 dl milk	Milk 4dl 412g
    75 cl red wine	Red Wine 75cl 745g
    1 kg watermelon	Watermelon 1kg 1000g
    2 oz walnuts	Walnuts 2 oz 56g
    1.5 oz cheddar	Cheddar Cheese 1.5 oz 42g
    3 lb apples	Apple 3 lb 1360g
    half a kilo of strawberries	Strawberries 0.5kg 500g
    1 tablespoonful honey	Honey 1 tbsp 21g
    2 teaspoonfuls sugar	Sugar 2 tsp 8g
    5 grammes salt	Salt 5g 5g
    20 gms butter	Butter 20g 20g
    100 mls milk	Milk 100ml 103g
    16 ounces water	Water 16 oz 473g
    2 cups of strawberries	Strawberries 2 cups 304g
    a cup of grapes	Grapes 1 cup 151g
    1 cup peas	Peas 1 cup 160g
    three cups of coffee	Coffee 3 cups 711g
    2 glasses water	Water 2 glasses 474g
    two bottles of water	Water 2 bottles 1000g
    3 slices watermelon	Watermelon 3 slices 858g
    one slice of cheesecake	Cheesecake 1 slice 175g
    2 squares dark chocolate	Dark Chocolate 2 squares 20g
    a dozen grapes	Grapes 12 pieces 58g
    four to six almonds	Almonds 5 pieces 6g
    6 to 8 strawberries	Strawberries 7 pieces 84g
    10-12 grapes	Grapes 11 pieces 53g
    between 100 and 200 g rice	Rice 150g 150g
    1 ½ cups strawberries	Strawberries 1.5 cups 228g
    2 1/4 cups milk	Milk 2.25 cups 549g
    ¼ cup honey	Honey 0.25 cup 84g
    1/3 cup almonds	Almonds 0.33 cup 47g
    2/3 cup rice	Rice 0.67 cup 105g
    three and a half apples	Apple 3.5 medium 637g
    quarter of an avocado	Avocado 0.25 piece 50g
    a half avocado	Avocado 0.5 piece 100g
    half avocado	Avocado 0.5 piece 100g
    1/2 of an avocado	Avocado 0.5 piece 100g
    salmon 120 grams, potatoes 200 grams	Salmon 120g 120g; Potato 200g 200g
    strawberries (100 g)	Strawberries 100g 100g
    honey - 1 tbsp	Honey 1 tbsp 21g
    olive oil: 1 tbsp	Olive Oil 1 tbsp 13g
    almonds: 30g	Almonds 30g 30g
    eggs: 2	Egg 2 pieces 100g
    apple (1)	Apple 1 medium 182g
    2 eggs & 1 banana	Egg 2 pieces 100g; Banana 1 medium 118g
    2 eggs, then 1 banana	Egg 2 pieces 100g; Banana 1 medium 118g
    2 eggs then an apple	Egg 2 pieces 100g; Apple 1 medium 182g
    1 banana along with 2 eggs	Banana 1 medium 118g; Egg 2 pieces 100g
    100 g rice combined with 100 g tofu	Rice 100g 100g; Tofu 100g 100g
    100 g salmon served with 100 g rice	Salmon 100g 100g; Rice 100g 100g
    an orange and some grapes	Orange 1 piece 131g; Grapes 1 cup 151g
    no sugar in my coffee	Coffee 1 cup 237g
    100 g strawberries, without sugar	Strawberries 100g 100g
    1 banana (no milk)	Banana 1 medium 118g
    100 g salmon, not fried	Salmon 100g 100g
    2 bananas, sorry, 3	Banana 3 medium 354g
    150 g salmon... sorry I meant 200 g	Salmon 200g 200g
    an apple, no wait, 2 apples	Apple 2 medium 364g
    100 g oats, I mean 50 g	Oats 50g 50g
    250 g strawberries, ate half of it	Strawberries 125g 125g
    2 bananas, left half of them	Banana 1 medium 118g
    1 cup milk (8 g fat)	Milk 1 cup 244g
    100 g salmon 208 kcal	Salmon 100g 100g
    50 g oats, protein 7 g	Oats 50g 50g
    200 ml milk: 6 g protein	Milk 200ml 206g
    1 tbsp honey, 64 kcal	Honey 1 tbsp 21g
    - 100 g rice\n- 2 eggs\n- 1 tbsp honey	Rice 100g 100g; Egg 2 pieces 100g; Honey 1 tbsp 21g
    1. 50 g oats\n2. 200 ml milk	Oats 50g 50g; Milk 200ml 206g
    • 1 banana\n• 2 eggs\n• 30 g almonds	Banana 1 medium 118g; Egg 2 pieces 100g; Almonds 30g 30g
    Breakfast:\n- 50 g oats\n- 1 banana	Oats 50g 50g; Banana 1 medium 118g
    2 eggs\n\n\n1 banana	Egg 2 pieces 100g; Banana 1 medium 118g
    2 EGGS AND 1 BANANA	Egg 2 pieces 100g; Banana 1 medium 118g
    Two Eggs	Egg 2 pieces 100g
    100 G RICE	Rice 100g 100g
      2   eggs  	Egg 2 pieces 100g
    2 eggs.	Egg 2 pieces 100g
    2 eggs!!!	Egg 2 pieces 100g
    (2 eggs)	Egg 2 pieces 100g
    "2 eggs"	Egg 2 pieces 100g
    <b>2 eggs</b>	Egg 2 pieces 100g
    100 g almnds	Almonds 100g 100g
    200 g strawberies	Strawberries 200g 200g
    1 bananna	Banana 1 medium 118g
    150 g samlon	Salmon 150g 150g
    100 g brocolli	Broccoli 100g 100g
    30 g almondss	Almonds 30g 30g
    1 avocadoo	Avocado 1 piece 201g
    100 ml ornage juice	Orange Juice 100ml 105g
    # sizes of what is sold in sizes
    a small bag of potato chips	Potato Chips 1 bag 28g
    a medium single serving bag of potato chips	Potato Chips 1 bag 56g
    a large bag of tortilla chips	Tortilla Chips 1 bag 85g
    small serving of fast food fries	Fast Food Fries 1 serving 110g
    a large serving of fast food fries	Fast Food Fries 1 serving 180g
    a child-size cola	Cola 1 child size 279g
    a large iced coffee	Iced Coffee 1 large 620g
    a small hot chocolate	Hot Chocolate 1 small 372g
    a fun size snickers bar	Snickers 1 fun size 15g
    a miniature muffin	Muffin 1 mini 25g
    a thick crust cheese pizza, one small slice	Thick Crust Cheese Pizza 1 slice 90g
    a personal size pepperoni pizza	Pepperoni Pizza 1 personal size 184g
    a juice box of apple juice	Apple Juice 1 box 209g
    a pouch of capri sun	Capri Sun 1 packet 186g
    an individual container of coffee creamer	Coffee Creamer 1 container 11g
    # eggs and beans on toast
    2 eggs on toast	Egg 2 pieces 100g; Toast 1 piece 25g
    scrambled eggs on toast	Scrambled Eggs 1 large 61g; Toast 1 piece 25g
    # what a drink is made with
    a medium latte made with non-dairy milk	Soy Latte 1 medium 480g
    a small latte made with oat milk	Soy Latte 1 small 360g
    a juice box filled with orange juice	Orange Juice 1 box 209g
    # bread around a sausage
    a frankfurter on a bun with a tablespoon of mustard	Frankfurter 1 piece 57g; Bread Roll 1 piece 43g; Mustard 1 tbsp 15g
    a hot dog on a bun	Hot Dog 1 piece 102g
    # dishes with more in them
    a burrito with meat and beans	Meat and Beans Burrito 1 piece 278g
    a cup of mac and cheese with tomato	Mac and Cheese with Tomato 1 cup 230g
    1 cup of pad thai with meat	Pad Thai 1 cup 200g
    a slice of thin crust pizza with meat and vegetables	Supreme Pizza 1 slice 113g
    150 g lasagna with spinach	Vegetable Lasagna 150g 150g
    a cup of rice with carrots	Rice with Carrots 1 cup 160g
    taco salad with chicken	Chicken Taco Salad 1 serving 225g
    # the kind of food behind its name
    a cup of frosted flakes cereal	Frosted Flakes 1 cup 40g
    a bag of doritos nacho cheese tortilla chips	Doritos 1 bag 28g
    a can of sprite soda	Lemon-Lime Soda 1 can 368g
    # which one it was
    a bag of cheese puffs, cheetos	Cheese Puffs 1 bag 28g
    # words of praise are no food
    a sweet slice of apple pie	Apple Pie 1 slice 130g
    sugar-free gum	Sugar Free Gum 1 piece 5g
    # how it was cooked, with what
    an egg fried with butter	Fried Egg 1 piece 46g
    200 g potatoes roasted in oil	Roast Potatoes 200g 200g
    100 g tilapia baked with lemon	Baked Tilapia 100g 100g
    # stated energy tells the amount
    a 100-calorie pack of cookies	Cookie 0.34 packet 20g
    250 calories of rice	Rice 1.22 cups 192g
    # counts of small things
    12 chickpeas	Chickpeas 12 pieces 36g
    20 nachos	Nachos 20 pieces 140g
    # alternatives with one ending
    a cup of macaroni or noodles with cheese	Mac and Cheese 1 cup 230g
    # abbreviations
    a can of dr. pepper	Dr Pepper 1 can 372g
    # of two modifiers of one food
    a small bag of sour cream and onion flavored potato chips	Sour Cream and Onion Chips 1 bag 28g
    100 g of cheese and spinach filled tortellini	Spinach Tortellini 100g 100g
    # what a drink is made with
    a can of fruit punch made with juice and soda	Fruit Punch 1 can 372g
    # slices of pizzas in sizes
    a slice of pepperoni pizza	Pepperoni Pizza 1 slice 124g
    a medium slice of thin crust cheese pizza	Thin Crust Cheese Pizza 1 slice 63g
    a large slice of pepperoni pizza	Pepperoni Pizza 1 slice 124g
    a personal pizza	Pizza 1 personal size 127g
    # rice with something in it
    a cup of white rice with carrots	Rice with Carrots 1 cup 160g
    170 g pinto beans and white rice	Pinto Beans and Rice 170g 170g
    # toppings of a hot dog
    a hot dog with chili on a bun	Hot Dog 1 piece 102g
    # plain vegetables that are cooked
    100 g cooked brussels sprouts	Boiled Brussels Sprouts 100g 100g
    a cup of cooked green beans	Green Beans 1 cup 125g
    # pieces of fruit and florets
    6 chunks of pineapple	Pineapple 6 cubes 90g
    4 florets of raw broccoli	Raw Broccoli 4 pieces 40g
    # other than
    a slice of pizza with meat other than pepperoni	Meat Pizza 1 slice 138g
    # lean cuts
    134 g of lean pork steak, baked	Lean Baked Pork Steak 134g 134g
    """#)
}
