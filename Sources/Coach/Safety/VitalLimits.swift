/// The limits of dangerous readings. `safety_rules.tsv` has the sources of the rules in words.
enum VitalLimits {
  /// mg/dL. Low below 70, clinically significant below 54 (ADA, Standards of Care 2024, section 6); 300 and more is
  /// urgent (CDC, Diabetic ketoacidosis; ADA).
  static let sugarMilligrams = (low: 70.0, high: 300.0, possible: 10.0...1500)
  /// mmol/L. The same figures: 3.9 and 16.7.
  static let sugarMillimoles = (low: 3.9, high: 16.7, possible: 0.5...60.0)
  /// mmol/L. 3.0 and more is a medical emergency (NHS, Diabetic ketoacidosis).
  static let ketones = 3.0...20.0
  /// mmHg, systolic and diastolic. A crisis from 180 or 120 on (AHA, 2017 guideline; the AHA says "higher than").
  static let pressureHigh = (systolic: 180.0, diastolic: 120.0)
  /// mmHg. Low below 90 or 60 (NHS, Low blood pressure), dangerous with symptoms.
  static let pressureLow = (systolic: 90.0, diastolic: 60.0)
  /// °C. High fever from 39.4 (Mayo Clinic, Fever), emergency from 40 (NHS, CDC); hypothermia below 35 (NHS, CDC).
  static let fever = (high: 39.4, hypothermia: 35.0, possible: 25.0...45.0)
  /// °C. From this on a young infant needs a doctor at once (NHS, High temperature in children).
  static let infantFever = 38.0
  /// Beats a minute at rest (AHA: 60 to 100 is usual; NHS: a rate that stays above 120 is urgent).
  static let pulseAtRest = 120.0...300.0
  static let pulseWithSymptoms = 140.0...300.0
  static let pulseSlow = 15.0...40.0
  /// Percent (NHS, Pulse oximetry at home: 92 and less is an emergency).
  static let saturation = 30.0...92.0
}
