import type { TypeStatus, EventFigures } from '../../../orders/event-figures.ts';
import type { ShownEvent, ShownFigures } from '../event-layout/data.ts';
import type { TaxRate } from '../../../rules/taxes.ts';
import type { Queryable } from '../../../db/database.ts';
import { describeFees } from '../../../inventory/describe-fees.ts';
import { feeMinor } from '../../../inventory/fees.ts';
import { asTyped, listTicketTypes } from '../../../inventory/ticket-type-fields.ts';
import { readSettings } from '../../../hosts/read-settings.ts';
import { showFigures } from '../event-layout/data.ts';

/** The ticket types of an event: prices, quantities and sale dates. */
export type EventTicketsView = {
  event: ShownEvent;
  /** In the order that buyers see. */
  types: ShownTicketType[];
  /** The capacities that some of them share. */
  pools: ShownPool[];
  /** The host's tax rates beside its usual one. */
  taxRates: TaxRate[];
};

export type ShownPool = {
  poolId: string;
  version: number;
  name: string;
  capacity: number;
  ticketTypeIds: string[];
};

export type ShownTicketType = {
  ticketTypeId: string;
  kind: 'GENERAL' | 'SEATED';
  poolId: string | null;
  /** The ticket type whose seats this is a further price for, or null. */
  seatsOf: string | null;
  /** The limit of a further price; null: as many as seats. */
  ownLimit?: number | null;
  /** Null or left out: the host's usual one. */
  taxRateId?: string | null;
  version: number;
  name: string;
  description: string;
  priceMinor: number;
  /** Fees that the buyer pays on top of the price. */
  feeMinor: number;
  capacity: number;
  maximumPerOrder: number;
  /** Moments in ISO 8601; on the clock of the event's place they are in `typed`. */
  saleStartsAt: string | null;
  saleEndsAt: string | null;
  typed: { saleStartsAt: string | null; saleEndsAt: string | null };
  status: TypeStatus;
  figures: ShownFigures;
};

/** The ticket types with their figures. One that was added between the two reads comes with the next look. */
export async function showTicketTypes(
  database: Queryable,
  { hostId, figures }: { hostId: string; figures: EventFigures },
): Promise<ShownTicketType[]> {
  const [types, fees, { feesAbsorbed: isAbsorbed }] = await Promise.all([
    listTicketTypes(database, { hostId, eventId: figures.eventId }),
    describeFees(database, hostId),
    readSettings(database, hostId),
  ]);
  return types.flatMap((type) => {
    const ofType = figures.types.find(({ ticketTypeId }) => ticketTypeId === type.ticketTypeId);
    if (!ofType) return [];
    const { saleStartsAt, saleEndsAt, ...typed } = asTyped(type);
    return {
      ...typed,
      ticketTypeId: type.ticketTypeId,
      kind: type.kind,
      poolId: type.poolId,
      seatsOf: type.seatsOf,
      feeMinor: feeMinor(type.priceMinor, { ...fees, isAbsorbed }),
      saleStartsAt: type.saleStartsAt?.toISOString() ?? null,
      saleEndsAt: type.saleEndsAt?.toISOString() ?? null,
      typed: { saleStartsAt, saleEndsAt },
      status: ofType.status,
      figures: showFigures(ofType),
    };
  });
}
