import type { Plan, Seat } from './plan.ts';

/**
 * A hall from a drawing: a line is a row from the front, a letter a seat (a and b are types, A and B accessible
 * seats of those, v one of type a with a restricted view), a space an aisle, two seats wide. A line "-" starts a section.
 */
export function makeSeats(drawing: string[]): Plan {
  const seats: Seat[] = [];
  let section = 0;
  let rowInSection = 0;
  drawing.forEach((line, y) => {
    if (line === '-') {
      section += 1;
      rowInSection = 0;
      return;
    }
    rowInSection += 1;
    const r = String.fromCodePoint(64 + rowInSection);
    let n = 0;
    let x = 0;
    for (const sign of line) {
      x += sign === ' ' ? 2 : 1;
      if (sign === ' ') continue;
      n += 1;
      const mark = sign === 'v' ? { v: 1 as const } : sign === sign.toUpperCase() ? { a: 1 as const } : {};
      const t = sign.toLowerCase() === 'b' ? 1 : 0;
      seats.push({ id: `${section}${r}${n}`, s: section, t, r, n: String(n), x, y, ...mark });
    }
  });
  const sections = Array.from(
    { length: section + 1 },
    (_, index) => ['Stalls', 'Circle', 'Balcony'][index] ?? '',
  );
  return { sections, seats };
}
