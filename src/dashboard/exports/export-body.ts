import { Boolean, Object as Body, String } from 'typebox';
import { GUEST_HOWS, GUEST_STATES } from '../../tickets/list-guests.ts';
import { FILTERED_STATUSES } from '../../exports/export-kinds.ts';
import { Nullable, OneOf } from '../../values/body-schema.ts';

const Day = () => Nullable(String({ format: 'date', pattern: '^20' }));
const EventId = Nullable(String({ format: 'uuid' }));

/** How a file is written. */
export const FILE_FORM = { withBom: Boolean(), separator: OneOf(['comma', 'semicolon']) };

export const ExportOrdersBody = Body(
  {
    ...FILE_FORM,
    filters: Body(
      { eventId: EventId, status: Nullable(OneOf(FILTERED_STATUSES)), fromDay: Day(), untilDay: Day() },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

export const ExportGuestsBody = Body(
  {
    ...FILE_FORM,
    filters: Body(
      {
        eventId: EventId,
        search: Nullable(String({ minLength: 1, maxLength: 254, format: 'text' })),
        ticketTypeId: Nullable(String({ format: 'uuid' })),
        state: Nullable(OneOf(GUEST_STATES)),
        how: Nullable(OneOf(GUEST_HOWS)),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

export const ExportPromoUsesBody = Body(
  { ...FILE_FORM, filters: Body({ eventId: EventId }, { additionalProperties: false }) },
  { additionalProperties: false },
);
