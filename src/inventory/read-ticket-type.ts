import { invalidField } from '../refusal.ts';
import { momentAt } from '../values/wall-time.ts';
import type { TicketTypeFields, TypedTicketType } from './ticket-type-fields.ts';

/** Stores the typed form: times as moments, texts without blanks around them, and all line breaks alike. */
export function readTicketType(
  typed: Partial<TypedTicketType>,
  { timezone, before }: { timezone: string; before?: TicketTypeFields },
): Partial<TicketTypeFields> {
  const { name, description, saleStartsAt, saleEndsAt, ...numbers } = typed;
  // A moment that nobody has touched keeps its seconds, which no field shows.
  const moment = (text: string | null, was: Date | null | undefined): Date | null =>
    text === null ? null : momentAt(text, timezone, was ?? undefined);
  return {
    ...numbers,
    ...(name !== undefined && { name: name.trim() }),
    ...(description !== undefined && { description: description.replaceAll(/\r\n?/g, '\n').trim() }),
    ...(saleStartsAt !== undefined && { saleStartsAt: moment(saleStartsAt, before?.saleStartsAt) }),
    ...(saleEndsAt !== undefined && { saleEndsAt: moment(saleEndsAt, before?.saleEndsAt) }),
  };
}

/** The rule that no schema can say, since it depends on two fields. */
export function checkSaleWindow({
  saleStartsAt,
  saleEndsAt,
}: Pick<TicketTypeFields, 'saleStartsAt' | 'saleEndsAt'>): void {
  if (saleStartsAt && saleEndsAt && saleEndsAt <= saleStartsAt)
    throw invalidField('saleEndsAt', 'must be later than the start of the sale.');
}
