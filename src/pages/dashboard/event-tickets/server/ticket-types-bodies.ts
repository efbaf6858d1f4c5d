import { Type } from 'typebox';
import { Id } from '../../../../http/schema.ts';
import { Nullable } from '../../../../values/body-schema.ts';
import { MAX_TICKET_TYPES } from '../../../../inventory/add-ticket-type.ts';

const ids = Type.Array(Id(), { minItems: 1, maxItems: MAX_TICKET_TYPES, uniqueItems: true });

/** All ticket types, in the new order for buyers; or those whose sale stops. */
export const TicketTypeIdsBody = Type.Object({ ticketTypeIds: ids }, { additionalProperties: false });

/** The new end of each sale. */
export const GoOnSellingBody = Type.Object(
  {
    ends: Type.Array(
      Type.Object(
        { ticketTypeId: Id(), saleEndsAt: Nullable(Type.String({ format: 'moment' })) },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MAX_TICKET_TYPES },
    ),
  },
  { additionalProperties: false },
);
