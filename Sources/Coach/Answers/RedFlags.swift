/// Messages that need a person, not a coach.
enum RedFlags {
  /// - Returns: what to say instead of an answer, nil where nothing of the kind was written.
  static func answer(_ utterance: Utterance) -> String? {
    for flag in flags where flag.phrases.contains(where: { utterance.position(of: $0) != nil }) { return flag.text }
    return nil
  }

  private struct Flag {
    var phrases: [String]
    var text: String
  }

  private static let flags = [
    Flag(
      phrases: [
        "kill myself", "suicid*", "end my life", "want to die", "dont want to live", "do not want to live", "self harm",
        "hurt myself", "hurting myself", "harm myself", "cutting myself", "hate myself", "better off dead",
        "no reason to live", "cant go on anymore", "worthless",
      ],
      text: """
        I am really sorry that you feel this way, and I am not able to help with it, but people are. If you might act on \
        it, please call your local emergency number now (112 in Europe, 911 in the USA and Canada, 999 in the UK). In \
        the USA and Canada you can call or text 988, in the UK and Ireland call Samaritans on 116 123, elsewhere \
        findahelpline.com lists a free line near you. Please also tell someone you trust today.
        """),
    Flag(
      phrases: [
        "chest pain", "pain in my chest", "chest tight*", "cant breathe", "cannot breathe", "short of breath",
        "trouble breathing", "fainted", "fainting", "passed out", "passing out", "lost consciousness", "numb arm",
        "arm is numb", "face droop*", "slurred speech", "coughing blood", "vomiting blood", "throwing up blood",
        "blood in my stool", "black stool", "worst headache", "throat is swelling", "throat swelling",
        "tongue swelling",
        "anaphyla*", "overdose*", "heart attack", "stroke",
      ],
      text: """
        This can be a medical emergency, and a coach is the wrong place for it. Please call your local emergency number \
        now (112 in Europe, 911 in the USA and Canada, 999 in the UK), or have someone take you to an emergency \
        department. Stop exercising and do not wait to see whether it passes.
        """),
    Flag(
      phrases: [
        "make myself throw up", "making myself throw up", "make myself vomit", "purg*", "anorexi*", "bulimi*",
        "eating disorder", "binge and", "binge eat*", "bingeing", "laxatives", "starve", "starving myself",
        "afraid to eat", "scared to eat", "not eat for days", "eat nothing for",
      ],
      text: """
        Thank you for telling me. Numbers and plans from me would not be good for you here; a doctor or a therapist who \
        knows eating disorders can help, and asking early makes it easier. Your family doctor is a good first call. In \
        the USA the ANAD helpline is 1-888-375-7767, in the UK Beat lists help at beateatingdisorders.org.uk. If you \
        feel faint or your heart races, please go to an emergency department.
        """),
    Flag(
      phrases: [
        "pregnan*", "breastfeed*", "breast feed*", "type 1 diabet*", "type 2 diabet*", "have diabetes", "diabetic",
        "gestational", "insulin", "kidney disease", "kidney failure",
        "dialysis",
        "heart failure", "on warfarin", "blood thinner*", "after surgery", "bariatric", "chemo*", "liver disease",
        "cirrhosis",
      ],
      text: """
        That changes what is safe for you, so please take this to your doctor, midwife or a registered dietitian: they \
        know your case, and general figures do not fit it. I can still tell you what is in a food, or what you logged.
        """),
  ]
}
