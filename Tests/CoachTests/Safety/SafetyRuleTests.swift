import Testing

@testable import Coach

/// Kinds of messages that the rules once mistook or missed, several of each, in words of their own.
@Suite struct SafetyRuleTests {
  private static func finding(_ text: String) -> SafetyFinding? {
    SafetyRules.shared.finding(SafetyRules.shared.match(SafetyText(text)))
  }

  @Test(arguments: [
    "my food money is like 40 bucks till payday for me and my daughter",
    "got 40 dollars left for me and the kid this week, ideas",
    "40 quid a week feeds me and my son, what do i cook", "she sits with 41 other kids at lunch, what can i pack",
    "canteen line is 40 people long, what keeps without a fridge and stops the shakes",
    "we are 40 guests and my husband wants chili, how much",
    "my son sold 42 cookies at the fair, any healthier recipe", "he does 40 pushups a night, is that ok at 15",
    "hot pot for 40 people", "my wife found 40 recipes, which one first",
    "40 hot dogs for the team, how many buns",
    "queue of about 40 people so assume cold. what snack stops the 4am shakes",
  ])
  func leavesAmountsThatAreNoTemperatureAlone(_ text: String) { #expect(Self.finding(text) == nil) }

  @Test(arguments: [
    "im drowning at work and say yes to it all", "i am drowning in paperwork, lunch at the desk again",
    "drowning in emails, need a 10 minute routine",
    "feel like im drowning with the kids and the house, simple dinners?", "my salad is drowning in sauce",
    "ich ertrinke in arbeit", "je me noie dans le travail", "estou me afogando em trabalho",
    "sto annegando nel lavoro",
  ])
  func leavesDrowningInWorkAlone(_ text: String) { #expect(Self.finding(text) == nil) }

  @Test(arguments: [
    "its only stress, i can breathe fine", "stress, not literally cant breathe",
    "not like i actually cant breathe, just exams", "i dont mean i actually cant breathe, its the deadline",
    "just busy, not like i really cant breathe",
  ])
  func leavesBreathThatIsOnlySaidAlone(_ text: String) { #expect(Self.finding(text) == nil) }

  @Test(arguments: [
    "7 days dry fasting at church is over, how do i break it",
    "our church did dry fasting from dawn to sunset, what do i eat at iftar",
    "after 3 days of dry fasting and prayer at church which soup first",
    "we dry fast till sunset in the parish for lent, meal after?",
    "mosque fast, dry fasting until maghrib, what keeps me full",
  ])
  func leavesAFastOfReligionAlone(_ text: String) { #expect(Self.finding(text) == nil) }

  @Test(arguments: [
    "not eating rabbit food in front of my brother", "my sister wont eat fish, what else has omega 3",
    "not eating salad at my girlfriends party", "my wife doesnt eat mushrooms, swap them",
    "my son cant eat spicy, mild curry please", "my daughter wont eat lentils or beans, protein?",
  ])
  func leavesFoodsThatAreDislikedAlone(_ text: String) { #expect(Self.finding(text) == nil) }

  @Test(arguments: [
    "Diabetic type 2 and my consultant wants me exercising. I've numb feet so careful with shoes",
    "type 2 diabetes, my feet are numb, chair exercises please",
    "i am diabetic, type 2, and headaches when i skip coffee", "typ 2 diabetiker, taube Füße, welche schuhe",
    "diabete di tipo 2, piedi intorpiditi, che scarpe",
  ])
  func leavesTheTypeOfDiabetesAlone(_ text: String) { #expect(Self.finding(text) == nil) }

  @Test(arguments: [
    "climbing the stairs everything shrinks and next thing im on the landing, twice this week. salt?",
    "next thing i was on the mat and the coach was shouting my name",
    "me mareé en la bici y me desperté en el suelo", "fui levantar e acordei no chão",
    "je me suis retrouvé par terre sans savoir comment", "war schwarz, dann bin ich auf dem boden aufgewacht",
    "mi sono ritrovata a terra in cucina", "kalktım, sonra kendimi yerde buldum",
  ])
  func findsWhoCameToOnTheFloor(_ text: String) { #expect(Self.finding(text)?.category == .emergency) }

  @Test(arguments: [
    "sick twice and it looks like coffee grounds", "he devuelto y parecían posos de café",
    "j'ai vomi, on aurait dit du marc de café", "habe erbrochen, sah aus wie kaffeesatz",
    "ho rimesso una cosa come fondi di caffè", "vomitei, parecia borra de café", "kustum, kahve telvesi gibiydi",
  ])
  func findsVomitedBlood(_ text: String) { #expect(Self.finding(text)?.category == .emergency) }

  @Test(arguments: [
    "ate that bar, hives on my hands and my voice sounds odd", "ronchas por todo y se me va la voz",
    "urticaire partout et la voix bizarre", "quaddeln überall und heiser", "orticaria e la voce strana",
    "urticária e a voz rouca", "kurdeşen döktüm sesim kısıldı",
  ])
  func findsHivesWithAHoarseVoice(_ text: String) { #expect(Self.finding(text)?.category == .emergency) }

  @Test(arguments: [
    "abuela no suda y dice disparates", "vovô não sua e diz coisas sem sentido",
    "papi ne transpire plus, il délire", "opa schwitzt nicht mehr und redet wirres zeug",
    "nonno non suda e dice spropositi", "dede terlemiyor ve saçmalıyor",
  ])
  func findsAHeatStrokeByItsSigns(_ text: String) { #expect(Self.finding(text)?.category == .emergency) }

  @Test(arguments: [
    "papa hält sich die brust und ist ganz grau", "mi padre se agarra el pecho y está gris",
    "meu pai com a mão no peito, cinza", "mon père se tient la poitrine, il est livide",
    "papà si tiene il petto ed è grigio", "babam göğsünü tutuyor bembeyaz oldu",
  ])
  func findsAGreyFaceWithAHandOnTheChest(_ text: String) { #expect(Self.finding(text)?.category == .emergency) }

  @Test(arguments: [
    "the toddler licked rat poison in the shed", "el peque lamió veneno para ratas",
    "il a mangé de la mort aux rats", "oma hat rattengift gegessen", "ha leccato il topicida",
    "o menino lambeu o raticida", "çocuk fare zehiri yedi",
  ])
  func findsRatPoison(_ text: String) { #expect(Self.finding(text)?.category == .poisoning) }

  @Test(arguments: [
    "they'd be better off with the insurance than with me", "valgo más con el seguro de vida",
    "ils seraient mieux avec mon assurance vie", "mit der lebensversicherung wären sie besser dran",
    "con la polizza vita starebbero meglio", "com o seguro de vida valho mais",
    "hayat sigortam ile daha değerliyim",
  ])
  func findsALifeThatIsComparedToItsInsurance(_ text: String) { #expect(Self.finding(text)?.category == .selfHarm) }

  @Test(arguments: [
    "cake at the party so no food till thursday to balance", "sin comer hasta el jueves para compensar la tarta",
    "sem comer até quinta pra compensar o bolo", "sans manger jusqu'à jeudi pour compenser le gâteau",
    "bis donnerstag nichts essen als ausgleich für den kuchen",
    "senza mangiare fino a giovedì per compensare la torta",
  ])
  func findsFastsThatMakeUpForFood(_ text: String) { #expect(Self.finding(text) != nil) }

  @Test(arguments: [
    "i chew it and it ends in the napkin, so zero right", "lo mastico y a la servilleta, sin tragar",
    "je mache et hop dans le mouchoir sans avaler", "ich kaue nur und dann in die serviette, nichts schlucken",
    "mastico e poi nel tovagliolo, non ingoio", "mastigo e vai pro guardanapo, não engulo",
    "çiğniyorum sonra peçeteye, yutmuyorum",
  ])
  func findsFoodThatIsChewedAndSpatOut(_ text: String) { #expect(Self.finding(text)?.category == .eatingDisorder) }

  @Test(arguments: [
    "42 kg per 1,69 e vorrei dimagrire", "44 kg por 1,70, quero emagrecer mais",
    "45 kg bei 1,74 und will abnehmen", "1,74 pour 45, je veux maigrir", "1,70 con 43, cómo adelgazo",
  ])
  func findsFiguresThatAreTooLowForLosingWeight(_ text: String) {
    #expect(Self.finding(text)?.category == .underweight)
  }

  @Test(arguments: [
    "ölsem de kurtulsam diyorum", "skipping my mood stabiliser on weekends to lose weight",
    "devo fare meno 12 kg in due settimane", "marcumar und jeden tag grünkohlsmoothie, wie viel",
  ])
  func findsFurtherWords(_ text: String) { #expect(Self.finding(text) != nil) }

  /// Signs that health services name, in the words of people who do not know them.
  @Test(
    arguments: [
      ("34 weeks and no kicks since breakfast, does cold milk wake her up", .emergency),
      ("hes stopped sweating out here in the sun and talks rubbish, more salt?", .emergency),
      ("numb between my legs since the deadlift and my bladder wont start, which stretch", .emergency),
      ("three words at a time is all i get out, puffer does nothing", .emergency),
      ("had the bbq inside the tent because of the rain, all of us have a headache", .poisoning),
      ("my 3yo got into the pill box, the tablets are gone, she seems happy", .poisoning),
      ("grandad swallowed a mouthful of descaler, milk now?", .poisoning),
      ("he took the whole week of pills instead of his one, feels slow", .poisoning),
      ("wild mushrooms from the woods last night, on the toilet with cramps since four", .poisoning),
      ("a dumbbell dropped on his head and hes thrown up twice, soup?", .emergency),
      ("blacked out three times since spin, banana or gel first", .emergency),
      ("feels like a piano on my chest, must be the chili", .emergency),
      ("a curtain came down over one eye this morning, screen break?", .emergency),
      ("half of the page is missing on the left, is it the fasting", .emergency),
      ("she sounds drunk and her arm is floppy, no wine in the house", .emergency),
    ] as [(String, SafetyFinding.Category)])
  func knowsSignsThatAreToldInPassing(_ text: String, _ category: SafetyFinding.Category) {
    #expect(Self.finding(text)?.category == category)
  }

  @Test(arguments: [
    "20 kicks a set in kickboxing, baby steps", "the cat is sitting on my chest and purring",
    "we have the bbq in the garage, recipe for the marinade?",
    "learning spanish two words at a time", "drew the curtain, need sleep in the day after nights",
    "the bike saddle makes me numb after the ride", "she sounds drunk on success, party food ideas",
    "picked wild mushrooms in the woods, how do i fry them", "my 3yo found the vitamin aisle boring",
  ])
  func leavesTheWordsOfSuchSignsAlone(_ text: String) { #expect(Self.finding(text) == nil) }
}
