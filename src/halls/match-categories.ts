import { MAX_TICKET_TYPES } from '../inventory/add-ticket-type.ts';
import type { StoredTicketType } from '../inventory/ticket-type-fields.ts';
import { invalidField } from '../refusal.ts';
import type { SoldCategory } from '../seating-plans/hall-of-plan.ts';

/** The ticket type of a category: one of the event, or a new one. */
export type CategoryChoice = {
  categoryId: string;
  kind: 'SEATED' | 'GENERAL';
  ticketTypeId?: string | undefined;
  newType?: { name: string; priceMinor: number } | undefined;
};

export type MatchedCategory = SoldCategory & {
  /** Null: it is yet to be made. */
  ticketTypeId: string | null;
  /** Of the ticket type. */
  typeName: string;
  /** Null unless somebody has set it. */
  priceMinor: number | null;
};

type Types = readonly StoredTicketType[];

/** By choice; where none was made by what the event sold it as before, or else as the ticket type of the same name. */
export function matchCategories(
  categories: readonly SoldCategory[],
  {
    types,
    chosen,
    before,
  }: { types: Types; chosen: readonly CategoryChoice[]; before: readonly CategoryChoice[] },
): MatchedCategory[] {
  const matched = categories.map((category) => match(category, { types, chosen, before }));
  const made = new Set(matched.filter((one) => one.ticketTypeId === null).map(newKey));
  if (types.length + made.size > MAX_TICKET_TYPES)
    throw invalidField('categories', `make more than ${MAX_TICKET_TYPES} ticket types.`);
  refuseCrowds(matched);
  return matched;
}

// As many as the database counts of a ticket type.
const MAX_CAPACITY = 10_000_000;

/** Standing areas that are sold as one ticket type hold no more than there may be of it. */
function refuseCrowds(matched: readonly MatchedCategory[]): void {
  const standing = matched.filter(({ kind }) => kind === 'GENERAL');
  for (const ofType of Map.groupBy(standing, (one) => one.ticketTypeId ?? newKey(one)).values()) {
    const places = ofType.reduce((sum, one) => sum + one.places, 0);
    if (places > MAX_CAPACITY)
      throw invalidField(
        'categories',
        `make “${ofType[0]?.typeName}” hold more than ${MAX_CAPACITY.toLocaleString('en')} people: draw smaller standing areas.`,
      );
  }
}

/** Two categories may become one new ticket type, by its name. */
export const newKey = ({ kind, typeName }: MatchedCategory): string => `${kind} ${typeName.toLowerCase()}`;

function match(
  category: SoldCategory,
  {
    types,
    chosen,
    before,
  }: { types: Types; chosen: readonly CategoryChoice[]; before: readonly CategoryChoice[] },
): MatchedCategory {
  const isOfCategory = ({ categoryId, kind }: CategoryChoice): boolean =>
    categoryId === category.categoryId && kind === category.kind;
  const choice = chosen.find(isOfCategory);
  if (choice?.newType) {
    const { name, priceMinor } = choice.newType;
    return { ...category, ticketTypeId: null, typeName: name, priceMinor };
  }
  // A further price has no seats of its own.
  const ofKind = types.filter(({ kind, seatsOf }) => kind === category.kind && seatsOf === null);
  const find = (id: string | undefined): StoredTicketType | undefined =>
    ofKind.find(({ ticketTypeId }) => ticketTypeId === id);
  const named = ofKind.filter(({ name }) => name.toLowerCase() === category.name.toLowerCase());
  const type = choice
    ? find(choice.ticketTypeId)
    : (find(before.find(isOfCategory)?.ticketTypeId) ?? (named.length === 1 ? named[0] : undefined));
  if (choice && !type)
    throw invalidField(
      'categories',
      `must name a ticket type ${category.kind === 'SEATED' ? 'with' : 'without'} seats of this event for “${category.name}”.`,
    );
  return type
    ? { ...category, ticketTypeId: type.ticketTypeId, typeName: type.name, priceMinor: type.priceMinor }
    : { ...category, ticketTypeId: null, typeName: category.name, priceMinor: null };
}
