import { commaOf } from '../values/comma.ts';
import { isolate } from '../values/isolate.ts';
import type { Language } from '../values/language.ts';
import { textsIn } from './texts/seats/texts.ts';

// How seats are called, for buyers on every page and on paper, and for members and at the door.

export type SeatPlace = { section: string; row: string; seat: string };

/** `Stalls, row A, seat 5`. Whatever a host calls its rows and seats, the section is said once. */
export function nameSeat(place: SeatPlace, language: Language): string {
  return [isolate(seatParts(place).section, language), nameInSection(place, language)].join(
    commaOf(language),
  );
}

function nameInSection(place: SeatPlace, language: Language): string {
  const { row, seat } = seatParts(place);
  const texts = textsIn(language);
  return [texts.row(row), texts.seat(seat)].join(commaOf(language));
}

/** Several of a row: `Stalls, row A, seats 5–7`. */
export function nameSeatsOfRow(
  { section, row, seats }: Omit<SeatPlace, 'seat'> & { seats: string },
  language: Language,
): string {
  const texts = textsIn(language);
  const parts = [
    isolate(section.trim(), language),
    texts.row(withoutStart(row, section)),
    texts.seats(seats),
  ];
  return parts.join(commaOf(language));
}

/** A ticket in one line, by its type and its seat. */
export function nameTicket(
  { typeName, seat }: { typeName: string; seat: SeatPlace | null },
  language: Language,
  between = commaOf(language),
): string {
  if (seat === null) return typeName;
  const name = nameSeat(seat, language);
  return isOfSection(typeName, seat) ? name : `${isolate(typeName, language)}${between}${name}`;
}

/** For a seat below its ticket type: `Row A, seat 5` if the type already names the section. */
export function nameSeatBelow(typeName: string, seat: SeatPlace, language: Language): string {
  if (!isOfSection(typeName, seat)) return nameSeat(seat, language);
  const rest = nameInSection(seat, language);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Many halls sell each section as a ticket type of the same name. */
export const isOfSection = (typeName: string, { section }: Pick<SeatPlace, 'section'>): boolean =>
  fold(typeName) === fold(section);

/** Each part without what was said before it. Lists of seats have rows like `Stalls A`, and seats like `Stalls A 5`. */
export function seatParts({ section, row, seat }: SeatPlace): SeatPlace {
  const own = withoutStart(seat, section);
  return {
    section: section.trim(),
    row: withoutStart(row, section),
    // `A 5` in row A may be what is written on the seat, unless the section is not.
    seat: own === seat ? seat : withoutStart(own, withoutStart(row, section)),
  };
}

const SIGNS = /^[\s,.:;·–-]+/u;
const fold = (text: string): string => text.trim().toLowerCase();

/** A part that is nothing else stays: a row may be called as its section. */
function withoutStart(text: string, start: string): string {
  if (start === '' || !fold(text).startsWith(fold(start))) return text;
  const rest = text.trim().slice(start.trim().length);
  const own = rest.replace(SIGNS, '');
  return own === '' || own === rest ? text : own;
}
