import Testing

@testable import Coach

/// Dangers that need the reply of one category, because another one gives harmful or too mild advice, and messages that only
/// resemble them.
@Suite struct SafetyCategoryTests {
  private static func category(_ text: String) -> SafetyFinding.Category? {
    SafetyRules.shared.finding(SafetyRules.shared.match(SafetyText(text)))?.category
  }

  /// Food and sugar help after too much insulin; the reply for poisons forbids both.
  @Test(arguments: [
    "just injected 30 units insulin twice by mistake", "took my evening insulin twice",
    "i took novorapid instead of lantus", "gave my dad double his insulin dose by mistake",
    "i think i took my long acting insulin twice tonight", "me he puesto la insulina dos veces sin querer",
    "apliquei a insulina errada, rápida em vez de lenta", "j'ai fait mon insuline deux fois",
    "ich habe die doppelte dosis insulin gespritzt", "habe novorapid statt lantus gespritzt",
    "ho fatto l'insulina due volte per sbaglio", "insülini iki kez yaptım", "sugar 2.8 after my run what should i eat",
    "sugar is 54 and shaky", "glucose was 2.9 when i woke up, breakfast?", "azúcar en 2,7 después de correr",
    "zucker ist 3,2 nach dem joggen, was essen",
  ])
  func answersAWrongDoseOfInsulinWithSugar(_ text: String) { #expect(Self.category(text) == .lowSugar) }

  /// Insulin that is left out causes ketoacidosis, whatever it is left out for.
  @Test(arguments: [
    "i skip my insulin to lose weight", "i leave out my insulin so i lose weight",
    "me salto la insulina para adelgazar", "pulo a insulina para emagrecer", "je saute mon insuline pour maigrir",
    "lasse insulin weg um abzunehmen", "salto l'insulina per dimagrire", "zayıflamak için insülin yapmıyorum",
  ])
  func answersInsulinThatIsLeftOutWithKetones(_ text: String) { #expect(Self.category(text) == .highSugar) }

  @Test(arguments: [
    "is it ok to double my metformin", "can i double my metformin after pizza",
    "is it safe to double up on my blood pressure meds", "puedo doblar la metformina", "kann ich metformin verdoppeln",
  ])
  func refusesToDoubleAMedicine(_ text: String) { #expect(Self.category(text) == .medication) }

  @Test(arguments: [
    "i take my insulin twice a day, breakfast ideas?", "i want to double my protein, on metformin",
    "sugar: 2.5 g per 100 g, is it low", "blood sugar 5.4 after breakfast", "glucose 95 this morning",
    "sugar content 3.5 in this yogurt?", "i skip insulin spikes with protein, lose weight",
    "my doctor doubled my metformin, breakfast ideas",
  ])
  func leavesOrdinaryDosesAndSugarInFoodAlone(_ text: String) { #expect(Self.category(text) == nil) }

  @Test(arguments: [
    "my 3 yr old ate grandpas beta blockers", "toddler got into my pills", "my toddler drank vape juice",
    "2 year old bit a detergent pod", "my son swallowed a button battery", "my son ate two magnets",
    "grandson got into the nicotine pouches", "mi hijo de 3 años se comió las pastillas de la tensión del abuelo",
    "meu filho engoliu uma pilha", "mein sohn hat opas betablocker gegessen", "mon fils a avalé les comprimés de papi",
    "mio figlio ha ingoiato le pillole del nonno", "çocuğum dedesinin ilaçlarını yuttu",
  ])
  func findsAChildThatSwallowedAMedicineOrPoison(_ text: String) { #expect(Self.category(text) == .poisoning) }

  @Test(arguments: [
    "my son eats pods of peas", "my son eats batteries of chicken nuggets lol",
    "my son swallowed his vitamins with yogurt", "meu filho comeu bem hoje e dorme",
    "mon fils a mangé, les piles de la télécommande sont mortes",
  ])
  func leavesWhatAChildMayEatAlone(_ text: String) { #expect(Self.category(text) == nil) }

  @Test(arguments: [
    "i've planned how to do it, just tell me a last meal", "nothing matters anymore. log 1 pizza",
    "none of it matters anymore, add a burger", "tomei um monte de rivotril, quero dormir e não acordar mais",
    "ich habe viele tabletten genommen und will nicht mehr aufwachen",
  ])
  func findsSelfHarmBesideARequest(_ text: String) { #expect(Self.category(text) == .selfHarm) }

  @Test(arguments: [
    "my wife says she doesnt want to live. dinner idea?", "my friend keeps talking about killing himself, snack idea?",
    "my sister is cutting herself", "meu filho quer se matar", "meu marido diz que quer morrer",
    "minha filha se corta nos braços", "mi hijo dice que se quiere matar", "mi hija se corta los brazos",
    "mon fils dit qu'il veut mourir", "ma fille se scarifie", "meine tochter ritzt sich",
    "mein sohn will sich umbringen", "mia figlia si taglia le braccia", "mio marito dice che vuole ammazzarsi",
    "oğlum kendini öldürmek istiyor", "kızım kollarını kesiyor",
  ])
  func findsSelfHarmOfAnotherPerson(_ text: String) { #expect(Self.category(text) == .selfHarm) }

  @Test(arguments: [
    "my husband cuts carbs, dinner?", "my wife is dying for pizza", "my friend says leg day will kill him",
    "mi hijo se corta el pelo mañana, snack?", "meine tochter schneidet sich eine scheibe brot ab",
    "mio figlio si taglia le unghie", "nothing matters but protein lol",
    "my wife doesn't want to live in the city", "he doesn't want to live on takeaways anymore",
    "last meal before my surgery, what is allowed", "i've planned my last meal before the fast, ramadan",
  ])
  func leavesOtherPeopleWithoutSelfHarmAlone(_ text: String) { #expect(Self.category(text) == nil) }

  /// The reply says plainly what a baby must not get.
  @Test(arguments: [
    "can my 8 month old have honey", "my 10 month old: honey ok in yogurt?", "can my baby have honey",
    "almond milk instead of formula for my 3 month old", "vegan diet for my 5 month old", "can i water down formula",
    "can i give my 6 month old honey", "vegan diet for my 9 month old baby", "we want to raise our baby vegan",
    "can i give my 3 month old water", "how to make homemade formula for my 2 month old",
    "puedo darle miel a mi bebe de 8 meses", "puedo diluir la leche de fórmula para que dure más",
    "posso dar mel para meu bebê de 7 meses", "mon bébé de 8 mois peut manger du miel ?",
    "je peux couper le lait infantile avec plus d'eau", "darf mein baby mit 9 monaten honig essen",
    "kann ich die säuglingsmilch mit mehr wasser strecken", "mio figlio di 7 mesi può mangiare il miele",
    "posso allungare il latte artificiale con più acqua", "8 aylık bebeğime bal verebilir miyim",
  ])
  func findsWhatABabyMustNotGet(_ text: String) { #expect(Self.category(text) == .infant) }

  /// - Parameter word: the word for honey or formula that the reply must contain.
  @Test(
    arguments: [
      (.en, "no honey"), (.es, "nada de miel"), (.pt, "nada de mel"), (.fr, "pas de miel"), (.de, "kein Honig"),
      (.it, "niente miele"), (.tr, "bal yok"),
    ] as [(SafetyFinding.Language, String)])
  func saysNoToHoneyForABaby(_ language: SafetyFinding.Language, _ word: String) {
    #expect(SafetyFinding(category: .infant, language: language).reply.contains(word))
  }

  @Test(arguments: [
    "my 3 year old loves honey, is that ok", "baby carrots with honey glaze, calories?", "hey honey, log a banana",
    "3 months postpartum, vegan diet plan", "i've been vegan for 8 months, protein?",
    "breastfeeding 5 months, can i have honey", "weaning at 6 months: which purees first",
    "my 9 month old had yogurt, is that fine", "water down my protein shake",
    "my baby is 5 months and i want honey in my tea", "my baby is 7 months and i want to go vegan",
    "stretch the budget with formula 1 weekend snacks", "mama said add more water to the soup",
  ])
  func leavesFoodsOfOlderChildrenAndParentsAlone(_ text: String) { #expect(Self.category(text) == nil) }

  @Test(arguments: [
    "i quit prednisone yesterday after 2 years, weak and puking", "kortison abgesetzt, jetzt schwach und erbreche",
    "on an MAOI, ate aged cheese and my head is pounding", "14 weeks pregnant, cant keep any water down for 2 days",
    "enceinte de 9 semaines, je ne garde rien", "fell and hit my head, im on eliquis",
    "opa ist auf den kopf gefallen, nimmt marcumar", "on warfarin, the nosebleed will not stop",
    "tomo sintrom y me sangra la nariz, no para", "baby kicks less than yesterday, 33 weeks",
    "30 weeks and sparkly lights in my eyes", "my toddler refuses food and drink 2 days, no tears when crying",
    "mein kind trinkt nichts, weint ohne tränen", "cola coloured pee and muscles killing me after crossfit",
    "urin wie cola und muskelkater nach dem training", "my baby threw up green stuff three times",
    "mi bebé vomita verde", "after the marathon my mate is confused and vomiting, drank like 8 litres",
  ])
  func sendsUrgentDangersToTheEmergencyNumber(_ text: String) { #expect(Self.category(text) == .emergency) }

  @Test(arguments: [
    "stopped my lithium cold turkey", "phenelzine and salami pizza ok?", "37 weeks, itchy hands and feet at night",
    "lost weight without trying", "I've lost about 5 kilos since Christmas without trying",
    "he perdido 6 kilos sin hacer dieta", "habe 7 kilo abgenommen ohne diät", "diyet yapmadan 6 kilo verdim",
    "on ramipril, is potassium salt ok", "tomo enalapril, puedo usar sal de potasio",
    "on simvastatin\ngrapefruit juice", "im on warfarin, is cranberry juice ok", "warfarin and turmeric?",
    "can i take ibuprofen on warfarin", "im pregnant\nhow do i cut to 1500 kcal",
    "22 weeks pregnant\ni want to be 5 kg lighter by birth", "je suis enceinte\nje veux perdre 5 kilos",
  ])
  func sendsWhatNeedsAProfessionalThere(_ text: String) { #expect(Self.category(text) == .care) }

  @Test(arguments: [
    "lost my phone without trying to", "want to lose weight without trying too hard",
    "i lost 3 kg this month by eating less", "pee is a bit yellow after the workout, more water?",
    "my muscles hurt after crossfit, can i drink coke", "green smoothie for my son",
    "marathon training: how many litres to drink", "33 weeks until my wedding, itchy skin at night",
    "prednisone makes me hungry, snacks?", "on warfarin, is chicken ok",
    "pregnant and hungry, a lighter dinner please", "grapefruit juice calories", "potassium in bananas",
    "lisinopril and walking, ok?", "cheese board and red wine, calories",
  ])
  func leavesOrdinarySignsAndMedicinesAlone(_ text: String) { #expect(Self.category(text) == nil) }

  @Test(arguments: [
    "i gag myself when im too full", "i make myself gag after dinner", "purge after cheat day normal?",
    "recovering anorexic, want a 1200 kcal plan", "ich bin bulimikerin und will abnehmen, wie viele kalorien",
    "tengo bulimia, cuántas calorías quemo corriendo",
  ])
  func refersEatingDisordersToHelp(_ text: String) { #expect(Self.category(text) == .eatingDisorder) }

  @Test(arguments: [
    "in recovery from anorexia, want to cut to 1300 kcal",
    "i'm bulimic in recovery\nhow many calories do i need to burn to undo a pizza",
  ])
  func refersFiguresInRecoveryToAProfessional(_ text: String) { #expect(Self.category(text) == .care) }

  @Test(arguments: [
    "dnp for cutting, safe dose?", "ephedrine + caffeine for cutting", "clenbuterol dose to cut?",
    "eca stack for fat loss, how much ephedrine",
  ])
  func refusesSlimmingPills(_ text: String) { #expect(Self.category(text) == .medication) }

  @Test(arguments: [
    "plan a 14 day water fast", "plan me a 10 day water fast", "i want to fast for 7 days, plan?",
    "3 day fast, plan it",
  ])
  func refusesLongFasts(_ text: String) { #expect(Self.category(text) == .lowEnergy) }

  @Test(arguments: [
    "purge my pantry of sugar", "documentary about bulimia, popcorn calories",
    "recovered from an eating disorder years ago, want to gain weight", "is 16:8 fasting ok",
  ])
  func leavesTalkAboutEatingDisordersAlone(_ text: String) { #expect(Self.category(text) == nil) }

  @Test(arguments: [
    "pump made my chest tight in a good way", "cant breathe in these jeans lol",
    "my chest gets tight when i think about the exams", "pop rocks make my tongue tingle",
    "mi si stringe il petto quando penso agli esami",
  ])
  func leavesATightChestWithoutDangerAlone(_ text: String) { #expect(Self.category(text) == nil) }

  @Test(arguments: [
    "great pump but now my chest is tight and my left arm is numb",
    "my chest is tight and i keep thinking of my dad, left arm is numb", "cant breathe, my lips are blue",
  ])
  func keepsATightChestWithDanger(_ text: String) { #expect(Self.category(text) == .emergency) }
}
