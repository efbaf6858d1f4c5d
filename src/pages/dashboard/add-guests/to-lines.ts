import type { GivableType } from './data.ts';
import { readDecimal } from '../../../values/decimal.ts';
import type { ChosenSeat } from '../components/seat-chooser/seat-chooser.tsx';

/** The typed values of each ticket type. */
export type TypedLines = Readonly<Record<string, { quantity?: string; price?: string } | undefined>>;

/** A line of the body. A value that is not a number stays as typed, and the schema refuses it. */
export type TypedLine = {
  ticketTypeId: string;
  quantity: number | string;
  priceMinor?: number | string | null;
};

type Typed = { typed: TypedLines; seats: readonly ChosenSeat[]; decimals: number; isGift: boolean };

/** The ticket types with a quantity. */
export function toLines(
  types: readonly GivableType[],
  { typed, seats, decimals, isGift }: Typed,
): TypedLine[] {
  return types.flatMap(({ ticketTypeId, kind }): TypedLine[] => {
    const { quantity: text = '', price = '' } = typed[ticketTypeId] ?? {};
    const quantity =
      kind === 'SEATED' ? seats.filter((seat) => seat.ticketTypeId === ticketTypeId).length : readWhole(text);
    if (quantity === 0) return [];
    if (isGift) return [{ ticketTypeId, quantity }];
    // Empty: the buyers' price.
    return [
      {
        ticketTypeId,
        quantity,
        priceMinor: price.trim() === '' ? null : (readDecimal(price, decimals) ?? price),
      },
    ];
  });
}

function readWhole(text: string): number | string {
  const number = text.trim() === '' ? 0 : Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** The number of tickets and their total, as far as they can be read. */
export function totalOf(
  types: readonly GivableType[],
  lines: readonly TypedLine[],
): { tickets: number; totalMinor: number } {
  let tickets = 0;
  let totalMinor = 0;
  for (const { ticketTypeId, quantity, priceMinor } of lines) {
    if (typeof quantity !== 'number' || quantity < 0) continue;
    const usual = types.find((type) => type.ticketTypeId === ticketTypeId)?.priceMinor ?? 0;
    tickets += quantity;
    totalMinor += quantity * (typeof priceMinor === 'number' ? priceMinor : usual);
  }
  return { tickets, totalMinor };
}
