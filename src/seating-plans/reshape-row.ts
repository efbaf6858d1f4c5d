import { layRow, placeAt, relayRow } from './lay-row.ts';
import { MAX_SEATS_IN_ROW } from './limits.ts';
import { addSeat, type Making } from './make-objects.ts';
import { directionOf, distance, roundPlace, turn, type Point } from './points.ts';
import type { PlanRow } from './plan-schema.ts';

/** How far the pointer stands beside the line between a row's ends: the curve that it asks for. */
export function curveTowards(row: PlanRow, pointer: Point): number {
  const [first, last] = [row.seats[0], row.seats.at(-1)];
  if (!first || !last || distance(first, last) === 0) return 0;
  const middle = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
  const beside = turn(pointer, -directionOf(first, last), middle).y - middle.y;
  // More than a half circle is none.
  const most = distance(first, last) / 2;
  const curve = Math.max(-most, Math.min(most, beside));
  return Math.abs(curve) < 0.1 ? 0 : roundPlace(curve);
}

/** The middle of a row's arc, real or possible: its handle stands there. */
export function middleOfRow({ seats, curve }: PlanRow): Point {
  const [first, last] = [seats[0], seats.at(-1)];
  if (!first || !last) return { x: 0, y: 0 };
  const middle = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
  const degrees = distance(first, last) > 0 ? directionOf(first, last) : 0;
  const back = turn({ x: 0, y: curve }, degrees);
  return { x: middle.x + back.x, y: middle.y + back.y };
}

/** So many seats, from one end that stays to where the other was dragged. Seats that stay are who they are, and so are their aisles. */
export function stretchRow(
  making: Making,
  row: PlanRow,
  { end, to }: { end: 'first' | 'last'; to: Point },
): PlanRow {
  const seats = end === 'last' ? row.seats : row.seats.toReversed();
  const [anchor] = seats;
  if (!anchor) return row;
  const span = distance(anchor, to);
  const aisles = aislesOf({ ...row, seats });
  const lengthOf = (count: number): number =>
    aisles.reduce((sum, { after, width }) => sum + (after < count ? width : 0), (count - 1) * row.spacing);
  // One seat alone would have no other end to be drawn out by.
  let count = Math.min(2, seats.length);
  const isNearer = (): boolean => span - lengthOf(count) >= lengthOf(count + 1) - span;
  while (count < MAX_SEATS_IN_ROW && isNearer()) count++;
  // As it is dragged the curve stays, unless it would be more than a half circle.
  const most = lengthOf(count) / Math.PI;
  const curve = Math.max(-most, Math.min(most, row.curve));
  const sign = end === 'last' ? 1 : -1;
  const laid = placeAt(
    layRow({ count, spacing: row.spacing, curve: curve * sign, aisles }),
    { x: 0, y: 0 },
    span > 0 ? directionOf(anchor, to) : 0,
  );
  const [from = { x: 0, y: 0 }] = laid;
  const places = laid.map(({ x, y }) => ({
    x: roundPlace(anchor.x + x - from.x),
    y: roundPlace(anchor.y + y - from.y),
  }));
  let stretched: PlanRow = { ...row, seats: seats.slice(0, count) };
  for (const place of places.slice(seats.length)) stretched = addSeat(making, stretched, place);
  const placed = stretched.seats.map((seat, nth) => ({ ...seat, ...places[nth] }));
  return { ...stretched, curve, seats: end === 'last' ? placed : placed.toReversed() };
}

/** More or fewer seats at the end of a row; all others stay where they are. */
export function setSeatCount(making: Making, row: PlanRow, count: number): PlanRow {
  if (count <= row.seats.length) return { ...row, seats: row.seats.slice(0, Math.max(1, count)) };
  let grown = row;
  while (grown.seats.length < Math.min(count, MAX_SEATS_IN_ROW)) {
    const [before, last] = [grown.seats.at(-2), grown.seats.at(-1)];
    const degrees = before && last ? directionOf(before, last) : 0;
    // On an arc each seat turns as the one before it did.
    const third = grown.seats.at(-3);
    const bend = row.curve !== 0 && third && before ? degrees - directionOf(third, before) : 0;
    const step = turn({ x: row.spacing, y: 0 }, degrees + bend);
    grown = addSeat(making, grown, {
      x: (last?.x ?? 0) + step.x,
      y: (last?.y ?? 0) + step.y,
    });
  }
  return grown;
}

/** A way to walk after so many seats: the others move on. None where its width is 0. */
export function openAisle(row: PlanRow, { after, width }: { after: number; width: number }): PlanRow {
  const [before, next] = [row.seats[after - 1], row.seats[after]];
  if (!before || !next) return row;
  const by = turn({ x: row.spacing + width - distance(before, next), y: 0 }, directionOf(before, next));
  return {
    ...row,
    seats: row.seats.map((seat, nth) =>
      nth < after ? seat : { ...seat, x: roundPlace(seat.x + by.x), y: roundPlace(seat.y + by.y) },
    ),
  };
}

/** A row in another form; ways to walk within it stay. */
export function bendRow(row: PlanRow, form: { spacing?: number; curve?: number }): PlanRow {
  const { spacing = row.spacing, curve = row.curve } = form;
  const aisles = aislesOf(row);
  if (aisles.length === 0) return roundSeats(relayRow(row, { spacing, curve }));
  const laid = layRow({ count: row.seats.length, spacing, curve, aisles });
  // As relayRow() has it without aisles: the middle and the direction stay.
  const straight = relayRow(row, { spacing, curve: 0 });
  const [first, last] = [straight.seats[0], straight.seats.at(-1)];
  const [from, to] = [laid[0], laid.at(-1)];
  if (!first || !last || !from || !to) return row;
  const degrees = directionOf(first, last);
  const middle = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
  const chord = turn({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, degrees);
  const places = placeAt(laid, { x: middle.x - chord.x, y: middle.y - chord.y }, degrees);
  return roundSeats({
    ...row,
    spacing,
    curve,
    seats: row.seats.map((seat, nth) => ({ ...seat, ...places[nth] })),
  });
}

const roundSeats = (row: PlanRow): PlanRow => ({
  ...row,
  seats: row.seats.map((seat) => ({ ...seat, x: roundPlace(seat.x), y: roundPlace(seat.y) })),
});

/** A wider gap than this, in spacings, is an aisle. */
const AISLE_FROM = 1.3;

export const aislesOf = ({ seats, spacing }: PlanRow): { after: number; width: number }[] =>
  seats.flatMap((seat, nth) => {
    const next = seats[nth + 1];
    const gap = next ? distance(seat, next) : 0;
    return gap > spacing * AISLE_FROM ? [{ after: nth + 1, width: roundPlace(gap - spacing) }] : [];
  });
