import assert from 'node:assert/strict';
import { addGalleryImage, addHeadliner } from '../../src/events/headliners-and-gallery.ts';
import { pay, untilStatus } from '../harness/buy.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { startTestApp } from '../harness/test-app.ts';

// Two of them cost more than a 32-bit integer holds: a client that was made too narrow fails here.
const PRICE_MINOR = 1_500_000_000;

/** A program's report of its purchase, in JSON on its standard output. */
export type Told = {
  events: string[];
  headliners: string[];
  pictures: number;
  free: { status: string; reference: string; receiptUrl: string | null };
  paid: { status: string; reference: string; total: number; checkoutUrl: string | null };
  released: boolean;
  refusals: string[];
};

/** A Tessera with a free and a paid event, for clients of other makers to buy from. */
export async function openShop() {
  const on = await startTestApp();
  const host = await makeHost(on, {}, { servers: ['127.0.0.1'] });
  const free = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
  const paid = await makeEvent(on, host, {
    ticketTypes: [{ priceMinor: PRICE_MINOR }],
    lng: 3.4219,
    lat: 6.4281,
  });
  await on.app.database.transaction(async (tx) => {
    const { eventId } = paid;
    await addHeadliner(tx, { eventId, name: 'Ọlá', role: 'Live band', imageFile: null, position: 0 });
    await addGalleryImage(tx, {
      eventId,
      file: 'roof.png',
      thumbnailFile: 'roof-small.png',
      widthPx: 960,
      heightPx: 640,
      alt: 'The roof at dusk',
      position: 0,
    });
  });

  return {
    /** The environment of a program. */
    environment: {
      TESSERA_API: on.baseUrl,
      TESSERA_KEY: host.publicKey,
      FREE_SLUG: free.slug,
      PAID_SLUG: paid.slug,
    },
    /** Holds what a program says to what is there, and pays. */
    async check(told: Told): Promise<void> {
      assert.deepEqual(new Set(told.events), new Set([free.slug, paid.slug]));
      assert.deepEqual(told.headliners, ['Ọlá']);
      assert.equal(told.pictures, 1);
      assert.equal(told.free.status, 'confirmed');
      assert.match(told.free.receiptUrl ?? '', /^http/, 'a free order has its receipt at once');
      await untilStatus(on, told.free.reference, 'confirmed');
      assert.equal(told.paid.status, 'pending_payment');
      assert.ok(told.paid.total > 2 * PRICE_MINOR, 'the price and the fees, in full width');
      assert.equal((await pay(told.paid.checkoutUrl ?? '')).status, 303);
      await untilStatus(on, told.paid.reference, 'confirmed');
      assert.equal(told.released, true);
      assert.deepEqual(told.refusals, ['nothing_to_release', 'not_found']);
    },
    close: () => on.close(),
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;
