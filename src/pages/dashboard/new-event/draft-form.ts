import { Boolean, Integer, Object as Body, String, type Static } from 'typebox';
import { CategorySlug, EventKind, EventName } from './bodies.ts';
import type { DraftView } from './data.ts';
import type { AddressLevels } from '../../../money/countries.ts';
import { MAX_PRICE_MINOR } from '../../../rules/price.ts';
import { DoorsMinutes, Nullable, WallTimeText } from '../../../values/body-schema.ts';

/** All fields of the page: the event's and those of its first ticket type. */
export const DRAFT_FORM = Body({
  name: EventName,
  kind: EventKind,
  categorySlug: CategorySlug,
  startsAt: WallTimeText(),
  closesAt: WallTimeText(),
  doorsMinutes: Nullable(DoorsMinutes),
  isOnline: Boolean(),
  venue: Nullable(String({ maxLength: 200, format: 'line' })),
  street: Nullable(String({ maxLength: 300, format: 'line' })),
  state: String({ minLength: 1, maxLength: 100, format: 'line' }),
  lga: Nullable(String({ maxLength: 100, format: 'line' })),
  ticketName: String({ minLength: 1, maxLength: 200, format: 'line' }),
  priceMinor: Integer({ minimum: 0, maximum: MAX_PRICE_MINOR }),
  capacity: Integer({ minimum: 1, maximum: 10_000_000 }),
});

export type DraftBody = Static<typeof DRAFT_FORM>;
export type DraftValues = { [Name in keyof DraftBody]: DraftBody[Name] | '' };

export const TICKET_FIELDS = ['ticketName', 'priceMinor', 'capacity'] as const satisfies (keyof DraftBody)[];
export const EVENT_FIELDS = [
  'name',
  'kind',
  'categorySlug',
  'startsAt',
  'closesAt',
  'doorsMinutes',
  'isOnline',
  'venue',
  'street',
  'state',
  'lga',
] as const satisfies (keyof DraftBody)[];

/** Without the fields that the page does not ask for: a ticket type if there are several, the place of an online event, a state where there are none. */
export function schemaFor(
  { kind, isOnline }: DraftValues,
  draft: DraftView | null,
  levels: AddressLevels,
): typeof DRAFT_FORM {
  const isElsewhere = (name: string): boolean =>
    (name === 'capacity' && kind === 'seat_map') ||
    (name === 'state' && (isOnline === true || levels.state === null)) ||
    (draft !== null && draft.ticketTypeCount > 1 && TICKET_FIELDS.includes(name as 'priceMinor'));
  const { properties, required } = DRAFT_FORM;
  return {
    ...DRAFT_FORM,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, isElsewhere(name) ? {} : schema]),
    ),
    required: required.filter((name) => !isElsewhere(name)),
  } as unknown as typeof DRAFT_FORM;
}

/** Before anything was typed. */
export const emptyDraft = (ticketName: string): DraftValues => ({
  name: '',
  kind: 'general',
  categorySlug: '',
  startsAt: '',
  closesAt: '',
  doorsMinutes: null,
  isOnline: false,
  venue: null,
  street: null,
  state: '',
  lga: null,
  ticketName,
  priceMinor: '',
  capacity: '',
});

/** The server's values, in the form's format. */
export const typedFrom = (draft: DraftView, empty: DraftValues): DraftValues => ({
  name: draft.name,
  kind: draft.kind,
  categorySlug: draft.categorySlug,
  startsAt: draft.startsAt,
  closesAt: draft.closesAt,
  doorsMinutes: draft.doorsMinutes,
  isOnline: draft.isOnline,
  venue: draft.venue,
  street: draft.street,
  state: draft.state,
  lga: draft.lga,
  ticketName: draft.ticketType?.name ?? empty.ticketName,
  priceMinor: draft.ticketType?.priceMinor ?? '',
  capacity: draft.ticketType?.capacity || '',
});
