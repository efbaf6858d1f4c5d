import type { Queryable } from '../../../db/database.ts';
import { describeFees } from '../../../inventory/describe-fees.ts';
import { feeMinor } from '../../../inventory/fees.ts';
import { asTyped, listTicketTypes } from '../../../inventory/ticket-type-fields.ts';
import type { EventFigures } from '../../../orders/event-figures.ts';
import { readSettings } from '../../../hosts/read-settings.ts';
import { showFigures } from '../event-layout/shown-figures-data.ts';
import type { ShownTicketType } from './data.ts';

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
