// A limit on everything that a plan has. Browsers use these too.

/** As many as the picker draws on a phone without effort. */
export const MAX_SEATS = 20_000;
/** Seat widths from the middle of the stage: much more than any hall needs, and little enough to be drawn. */
export const MAX_COORDINATE = 1_000;
/** How long names may be, in characters. Those of seats are the database's. */
export const LONGEST = {
  plan: 100,
  section: 100,
  row: 20,
  seat: 20,
  category: 200,
  text: 200,
  reason: 100,
  id: 100,
} as const;
export const MAX_CATEGORIES = 50;
/** A list may have every seat in a row and a section of its own. */
export const MAX_SECTIONS = 20_000;
export const MAX_OBJECTS = 20_000;
export const MAX_SEATS_IN_ROW = 1_000;
export const MAX_CHAIRS = 100;
export const MAX_POINTS = 500;
/** Of a section's outline, which is painted with every tile of the map. */
export const MAX_OUTLINE_POINTS = 100;
/** More areas than the sections of any hall. */
export const MAX_OUTLINES = 500;
export const MAX_STANDING = 1_000_000;
/** As many as the theme has for categories. */
export const MAX_COLOR = 6;
/** Twenty thousand seats of another program, with line breaks and spaces, are as large. */
export const MAX_PLAN_CHARACTERS = 8_000_000;
/** The same as it is stored, in UTF-8: names may be in any script. The database refuses more. */
export const MAX_PLAN_BYTES = 16_000_000;
/** Objects and lists in a file: another program has two for each seat. */
export const MAX_PLAN_PARTS = 100_000;
/** The values in them: some thirty for each seat. */
export const MAX_PLAN_ENTRIES = 600_000;
/** Neither format goes deeper than nine. */
export const MAX_PLAN_DEPTH = 16;
