import { Refusal } from '../refusal.ts';
import type { HoldEngine } from '../inventory/hold-engine.ts';
import type { Offers } from './offers.ts';

/** Gives back what the attendee holds, at once. */
export async function releaseCart(
  deps: { offers: Offers; engine: HoldEngine },
  input: { hostId: string; slug: string; token: string | null; address: string },
): Promise<void> {
  const { eventId } = await deps.offers.find(input.hostId, input.slug);
  const { outcome } = await deps.engine.hold({
    eventId,
    token: input.token,
    address: input.address,
    isExempt: false,
    lines: [],
    seatIds: [],
    promoCodeId: null,
    quoteReference: '',
    quote: {},
  });
  if (outcome !== 'released') {
    throw new Refusal(
      'nothing_to_release',
      'This X-Device-ID, or this address, has no reservation to release.',
    );
  }
}
