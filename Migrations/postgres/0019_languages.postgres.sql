-- The language in which a meal was probably written, as a hint for the parser, and the name of a food in that language.

ALTER TABLE meal_logs ADD COLUMN language TEXT COLLATE "C";
ALTER TABLE meal_items ADD COLUMN name_localized TEXT COLLATE "C";
