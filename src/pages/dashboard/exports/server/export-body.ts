import { Boolean, Null, Object as Body, String } from 'typebox';
import { REPORT_GROUPS } from '../../../../reports/read-report.ts';
import { GUEST_HOWS, GUEST_STATES } from '../../../../tickets/guest-marks.ts';
import { Nullable, OneOf } from '../../../../values/body-schema.ts';
import { ORDER_SOURCES, ORDER_STATUSES, WAYS_OF_PAYMENT } from '../../../../rules/orders.ts';

const Day = () => Nullable(String({ format: 'date' }));
const EventId = Nullable(String({ format: 'uuid' }));

/** The format of a file. */
export const FILE_FORM = { withBom: Boolean(), separator: OneOf(['comma', 'semicolon']) };

export const ExportOrdersBody = Body(
  {
    ...FILE_FORM,
    filters: Body(
      {
        eventId: EventId,
        search: Nullable(String({ minLength: 1, maxLength: 300, format: 'text' })),
        status: Nullable(OneOf(ORDER_STATUSES)),
        source: Nullable(OneOf(ORDER_SOURCES)),
        wayOfPayment: Nullable(OneOf(WAYS_OF_PAYMENT)),
        ticketTypeId: Nullable(String({ format: 'uuid' })),
        promoCode: Nullable(String({ minLength: 1, maxLength: 50, format: 'text' })),
        from: Day(),
        to: Day(),
        needsAttention: Boolean(),
        clock: OneOf(['event', 'host']),
      },
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

export const ExportReportBody = Body(
  {
    ...FILE_FORM,
    filters: Body(
      { eventId: EventId, by: OneOf(REPORT_GROUPS), from: Day(), to: Day() },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

export const ExportCheckInsBody = Body(
  { ...FILE_FORM, filters: Body({ eventId: EventId }, { additionalProperties: false }) },
  { additionalProperties: false },
);

export const ExportNewsletterBody = Body(
  { ...FILE_FORM, filters: Body({ eventId: Null() }, { additionalProperties: false }) },
  { additionalProperties: false },
);

export const ExportInvoicesBody = Body(
  {
    ...FILE_FORM,
    filters: Body({ eventId: Null(), from: Day(), to: Day() }, { additionalProperties: false }),
  },
  { additionalProperties: false },
);

export const ExportPromoUsesBody = Body(
  { ...FILE_FORM, filters: Body({ eventId: EventId }, { additionalProperties: false }) },
  { additionalProperties: false },
);
