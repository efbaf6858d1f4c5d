import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { makeEvent } from '../../test/harness/make-catalog.ts';
import { listenForChanges } from '../db/changes.ts';
import { makeHoldRequest } from '../inventory/hold-engine.fixture.ts';
import { shareStock } from '../inventory/pools/share-stock.ts';
import { createOffers } from '../reservations/offers.ts';
import { createOfferTaker } from '../reservations/take-offer.ts';
import { makeRoomWorld } from '../waiting-room/room.fixture.ts';
import { openList, type ListSettings } from './change-list.ts';
import { joinList } from './join-list.ts';
import { confirmListEntry } from './list-entry.ts';
import { createListTokens } from './list-tokens.ts';
import { offerTicketsJob } from './offer-tickets-job.ts';

type ListSale = { eventId: string; slug: string; sku: string; skus: string[] };

/** A database with waiting lists. Nothing is offered but when the test says so. */
export async function makeListWorld() {
  const world = await makeRoomWorld();
  const { database, secretKeys, engine, on, host, owner } = world;
  const tokens = createListTokens(secretKeys);
  const taker = createOfferTaker({ database, tokens, checkoutUrl: 'https://tickets.example/checkout' });
  const changes = listenForChanges(database, () => {});
  const offers = createOffers({ database, changes, counts: null });
  await changes.start();
  const job = offerTicketsJob({ database, secretKeys, logger: { warn: assert.fail } as never });

  async function hold({ eventId, sku }: ListSale, quantity = 1, token = randomUUID(), priceMinor?: number) {
    const asked = makeHoldRequest({ eventId, token, lines: [{ sku, quantity }] });
    const lines = asked.lines.map((line) => ({ ...line, ...(priceMinor !== undefined && { priceMinor }) }));
    const { outcome } = await engine.hold({ ...asked, lines });
    return { token, outcome };
  }
  const release = ({ eventId, sku }: ListSale, token: string) =>
    engine.hold({ ...makeHoldRequest({ eventId, token, lines: [{ sku, quantity: 1 }] }), lines: [] });

  async function join({ eventId, sku }: ListSale, rest: { quantity?: number; email?: string } = {}) {
    const { quantity = 1, email = `${randomUUID()}@example.com` } = rest;
    const outcome = await joinList(database, {
      eventId,
      ticketTypeId: sku,
      quantity,
      email,
      language: 'en',
      address: randomUUID(),
    });
    const { rows } = await database.query<{ id: string }>(
      'SELECT id FROM waiting_list_entries WHERE ticket_type_id = $1 AND email = $2 AND ended_at IS NULL',
      [sku, email],
    );
    return { outcome, entryId: rows[0]?.id ?? '', email };
  }

  const openListOf = (eventId: string, settings: Partial<ListSettings> = {}): Promise<void> =>
    database.transaction((tx) =>
      openList(tx, {
        ...owner,
        eventId,
        secretKeys,
        settings: { offerMinutes: 60, drawsAt: null, ...settings },
      }),
    );

  return {
    ...world,
    tokens,
    hold,
    release,
    join,
    confirm: ({ eventId }: ListSale, entryId: string) =>
      confirmListEntry({ database, secretKeys }, { eventId, entryId }),
    /** On the list from now on; answers the entry. */
    async wait(sale: ListSale, rest: { quantity?: number; email?: string } = {}): Promise<string> {
      const { entryId } = await join(sale, rest);
      assert.equal(
        await confirmListEntry({ database, secretKeys }, { eventId: sale.eventId, entryId }),
        'joined',
      );
      return entryId;
    },
    /** An event with a list, of which somebody has all the tickets; and ticket types of it that are on sale. */
    async soldOut(
      capacity: number,
      settings: Partial<ListSettings> = {},
      others: { capacity: number; priceMinor: number }[] = [],
    ) {
      const ticketTypes = [{ capacity }, ...others];
      const { eventId, slug, skus } = await makeEvent(on, host, { ticketTypes });
      await openListOf(eventId, settings);
      const sale = { eventId, slug, skus, sku: skus[0] ?? '' };
      const { token, outcome } = await hold(sale, capacity);
      assert.equal(outcome, 'held');
      return { ...sale, token };
    },
    /** An event with a list, of which two ticket types share one stock. */
    async pooledSale(capacity: number, [first, second]: [number, number]) {
      const { eventId, slug, skus } = await makeEvent(on, host, {
        ticketTypes: [{ capacity: first }, { capacity: second }],
      });
      await database.transaction((tx) =>
        shareStock(tx, { ...owner, eventId, name: 'Floor', capacity, ticketTypeIds: skus }),
      );
      await openListOf(eventId);
      const typeOf = (at: number) => {
        const [sku = '', mate = ''] = at === 0 ? skus : skus.toReversed();
        const ask = (quantity: number, token: string) =>
          engine.hold(makeHoldRequest({ eventId, token, lines: [{ sku, quantity, poolMates: [mate] }] }));
        return {
          eventId,
          slug,
          sku,
          skus,
          async hold(quantity: number, token = randomUUID()) {
            const { outcome } = await ask(quantity, token);
            return { token, outcome };
          },
          release: (token: string) => release({ eventId, slug, sku, skus }, token),
        };
      };
      return { types: [typeOf(0), typeOf(1)] as const };
    },
    offerNow: () => job.run({}, { jobId: '', attempt: 1, signal: new AbortController().signal }),
    async statesOf(entryIds: string[]): Promise<string[]> {
      const { rows } = await database.query<{ state: string }>(
        `SELECT e.state FROM unnest($1::uuid[]) WITH ORDINALITY AS asked (id, nr) JOIN waiting_list_entries AS e ON e.id = asked.id ORDER BY nr`,
        [entryIds],
      );
      return rows.map(({ state }) => state);
    },
    async take(sale: ListSale, entryId: string, quantity = 1, token: string = randomUUID()) {
      const offer = await offers.find(host.hostId, sale.slug);
      const cart = {
        items: [{ sku: sale.sku, quantity }],
        token,
        address: '127.0.0.1',
        quoteReference: `q_${token}`,
      };
      return taker.take(offer, entryId, cart);
    },
    /** The offer is over: as if its time had passed a second ago. One that is taken already stays the taker's. */
    async lapseOffer(entryId: string): Promise<void> {
      await database.transaction(async (tx) => {
        await tx.query(
          'SELECT 1 FROM reservations WHERE id = (SELECT reservation_id FROM waiting_list_entries WHERE id = $1) FOR UPDATE',
          [entryId],
        );
        await tx.query(
          `WITH entry AS (
             UPDATE waiting_list_entries SET offered_until = now() - interval '1 second' WHERE id = $1 AND state = 'offered'
             RETURNING reservation_id),
           cart AS (UPDATE reservations SET expires_at = now() - interval '1 second' WHERE id = (SELECT reservation_id FROM entry))
           UPDATE holds SET expires_at = now() - interval '1 second' WHERE reservation_id = (SELECT reservation_id FROM entry)`,
          [entryId],
        );
      });
    },
    async countsOf(sku: string) {
      const { rows } = await database.query<{ held: number; awaited: number }>(
        'SELECT held, awaited FROM ticket_types WHERE id = $1',
        [sku],
      );
      return rows[0];
    },
    async close() {
      await changes.close();
      await world.close();
    },
  };
}
