import type { DraftView } from './data.ts';
import type { CallDashboard } from '../shell/call-dashboard.ts';
import type { DraftBody } from './draft-form.ts';

/** The calls to the server. `at` makes an address in the host, such as `/new-event`. */
export type Way = { call: CallDashboard; at: (path: string) => string };

export async function sendNewDraft({ call, at }: Way, eventId: string, body: DraftBody): Promise<DraftView> {
  const { name, kind, categorySlug } = body;
  const { draft } = await call<{ draft: DraftView }>(at('/new-event'), {
    method: 'POST',
    body: { eventId, name, kind, categorySlug },
  });
  return draft;
}

export async function sendFields({ call, at }: Way, to: DraftView, changes: object): Promise<DraftView> {
  const { draft } = await call<{ draft: DraftView }>(at(`/events/${to.eventId}/draft`), {
    method: 'PATCH',
    body: { version: to.version, ...changes },
  });
  return draft;
}

/** `before` is the poster until now. */
export const sendPoster = (
  { call, at }: Way,
  { eventId, version }: DraftView,
  pictureId: string | null,
): Promise<{ version: number; before: string | null }> =>
  call(at(`/events/${eventId}/poster`), { method: 'PATCH', body: { version, pictureId } });

/** Creates the first ticket type once its fields are complete, and changes it from then on. */
export async function sendTicket({ call, at }: Way, to: DraftView, body: DraftBody): Promise<DraftView> {
  const isSeated = body.kind === 'seat_map';
  const fields = { name: body.ticketName, priceMinor: body.priceMinor };
  const capacity = isSeated ? 0 : body.capacity;
  const address = at(`/events/${to.eventId}/tickets`);
  if (to.ticketType) {
    const { ticketTypeId, version } = to.ticketType;
    const { ticketType } = await call<{ ticketType: { version: number } }>(`${address}/${ticketTypeId}`, {
      method: 'PATCH',
      body: { version, ...fields, ...(!isSeated && { capacity }) },
    });
    return { ...to, ticketType: { ticketTypeId, version: ticketType.version, ...fields, capacity } };
  }
  const { ticketTypeId } = await call<{ ticketTypeId: string }>(address, {
    method: 'POST',
    body: {
      ...fields,
      kind: isSeated ? 'SEATED' : 'GENERAL',
      capacity,
      description: '',
      maximumPerOrder: 10,
      saleStartsAt: null,
      saleEndsAt: null,
    },
  });
  return { ...to, ticketType: { ticketTypeId, version: 1, ...fields, capacity }, ticketTypeCount: 1 };
}
