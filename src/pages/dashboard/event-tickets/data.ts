import type { TypeStatus, EventFigures } from '../../../orders/event-figures.ts';
import type { ShownEvent, ShownFigures } from '../event-layout/data.ts';
import type { Queryable } from '../../../db/database.ts';
import { describeFees } from '../../../inventory/describe-fees.ts';
import { feeMinor } from '../../../inventory/fees.ts';
import { asTyped, listTicketTypes } from '../../../inventory/ticket-type-fields.ts';
import { readSettings } from '../../../hosts/read-settings.ts';
import { showFigures } from '../event-layout/data.ts';

/** What is sold: prices, how many there are, and when. */
export type EventTicketsView = {
  event: ShownEvent;
  /** In the order that buyers see. */
  types: ShownTicketType[];
  /** The stocks that some of them share. */
  pools: ShownPool[];
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
  /** The ticket type whose seats it is a further price for; null: it is none. */
  seatsOf: string | null;
  /** Of a further price: how many there are at most; null: as many as seats. */
  ownLimit?: number | null;
  version: number;
  name: string;
  description: string;
  priceMinor: number;
  /** What the buyer pays on top of the price. */
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
