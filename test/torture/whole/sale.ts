import { OPERATOR } from '../../../src/audit/actor.ts';
import { makeDevice } from '../../../src/check-in/devices.ts';
import { makeDoor } from '../../../src/check-in/doors.ts';
import { pairDevice } from '../../../src/check-in/pair-device.ts';
import { shareStock } from '../../../src/inventory/pools/share-stock.ts';
import { addPrice, makeHall } from '../../../src/pages/checkout/embed/embed.fixture.ts';
import { createPromoCode } from '../../../src/reservations/create-promo-code.ts';
import type { ReturnTerms } from '../../../src/rules/returns.ts';
import { openList } from '../../../src/waiting-list/change-list.ts';
import { makeEvent, makeHost, type TestHost } from '../../harness/make-catalog.ts';
import { openCheckIn } from '../../harness/open-check-in.ts';
import { openTestRoom } from '../../harness/open-test-room.ts';
import { signInAs, type SignedIn } from '../../harness/sign-in.ts';
import type { Shop } from './shop.ts';
import { openWaysSale, type WaysSale } from './ways.ts';

export type SaleEvent = { eventId: string; slug: string; skus: string[]; phones: string[] };

/** Everything that can be bought in a piece. */
export type Sale = {
  host: TestHost;
  members: SignedIn[];
  /** By quantity: plenty, plenty for nothing, a few, two that share a stock, and hardly any. */
  show: SaleEvent;
  /** By seat: dear rows with a further price for children, cheap rows, and free ones. Single seats are refused. */
  hall: SaleEvent & { seatIds: string[]; childSku: string };
  /** Behind a waiting room; with the carts of buyers who were told to wait, and since when they do. */
  premiere: SaleEvent & { waiting: { token: string; sinceMs: number }[] };
  promoCodes: string[];
  /** Of another host, whose buyers choose how to pay. */
  ways: WaysSale;
};

const PLENTY = 1_000_000;
const FEW = 60;
const SHARED = 90;
// Sold out within seconds, for those who wait.
const SCARCE = 2;
const SEATS_PER_TYPE = 120;
const PHONES = 3;
// One mail of so many goes out: to draw thousands of tickets is not what this is about. The others are on record.
const MAILS_KEPT = 0.98;

export async function openSale(shop: Shop): Promise<Sale> {
  const { on, database } = shop;
  // The address of buyers is not what is tortured here: one server buys for all.
  const host = await makeHost(on, {}, { servers: ['127.0.0.1'] });
  // So many mails are for a host that is no longer new.
  const ways = await openWaysSale(shop);
  await database.query(`UPDATE hosts SET confirmed_at = now() - interval '60 days'`);
  await keepMostMails(shop);
  const members = [];
  for (const role of ['owner', 'manager'] as const)
    members.push(await signInAs(on, host, { role, hasFactor: true }));
  const show = await makeEvent(on, host, {
    ticketTypes: [
      { capacity: PLENTY },
      { capacity: PLENTY, priceMinor: 0 },
      { capacity: FEW, priceMinor: 250_000 },
      { capacity: FEW, priceMinor: 0 },
      { capacity: FEW, priceMinor: 500_000 },
      { capacity: SCARCE, priceMinor: 750_000 },
    ],
  });
  await database.transaction((tx) =>
    shareStock(tx, {
      hostId: host.hostId,
      eventId: show.eventId,
      actor: OPERATOR,
      name: 'Floor',
      capacity: SHARED,
      ticketTypeIds: show.skus.slice(3, 5),
    }),
  );
  const promoCodes = ['ALWAYS', 'FEW'];
  for (const code of promoCodes)
    await database.transaction((tx) =>
      createPromoCode(tx, {
        eventId: show.eventId,
        code,
        discount: { percentBasisPoints: 2_000 },
        maximumUses: code === 'FEW' ? FEW : null,
        ticketTypeIds: [],
      }),
    );
  const hall = await makeHall(on, host, {
    seatsPerType: SEATS_PER_TYPE,
    event: {
      ticketTypes: [
        { kind: 'SEATED', name: 'Front', capacity: SEATS_PER_TYPE },
        { kind: 'SEATED', name: 'Back', capacity: SEATS_PER_TYPE, priceMinor: 400_000 },
        { kind: 'SEATED', name: 'Gods', capacity: SEATS_PER_TYPE, priceMinor: 0 },
      ],
    },
  });
  const childSku = await addPrice(on, host, hall);
  await database.query(
    `INSERT INTO event_halls (event_id, leaves_no_single, refuses_single) VALUES ($1, true, true)`,
    [hall.eventId],
  );
  const premiere = await makeEvent(on, host, {
    ticketTypes: [{ capacity: PLENTY, priceMinor: 0 }, { capacity: PLENTY }],
  });
  await openTestRoom({ ...on, database, publicUrl: on.publicUrl }, premiere.slug, { mostInside: 100_000 });
  await letBuyersReturn(shop, { returns: [show, hall, premiere], list: show.eventId, host });
  await switchReceiversOn(shop, [show.eventId, hall.eventId, premiere.eventId, ways.eventId]);
  return {
    host,
    members,
    show: { ...show, phones: await pairPhones(shop, host, show.eventId) },
    hall: { ...hall, childSku, phones: await pairPhones(shop, host, hall.eventId) },
    premiere: { ...premiere, phones: [], waiting: [] },
    promoCodes,
    ways,
  };
}

/** In the show at once, in the hall with a member's approval; of the show people wait for what is sold out. */
async function letBuyersReturn(
  { on, database }: Shop,
  { returns, list, host }: { returns: Pick<SaleEvent, 'eventId'>[]; list: string; host: TestHost },
): Promise<void> {
  for (const [nr, { eventId }] of returns.entries())
    await database.query('UPDATE events SET buyers_pass_on = true, return_terms = $2 WHERE id = $1', [
      eventId,
      { hours: 1, percent: 67, keepsFees: nr === 0, needsApproval: nr === 1 } satisfies ReturnTerms,
    ]);
  await database.transaction((tx) =>
    openList(tx, {
      hostId: host.hostId,
      eventId: list,
      actor: OPERATOR,
      settings: { offerMinutes: 60, drawsAt: null },
      secretKeys: on.secretKeys,
    }),
  );
}

async function pairPhones({ database }: Shop, { hostId }: TestHost, eventId: string): Promise<string[]> {
  const by = { hostId, eventId, actor: OPERATOR };
  await openCheckIn(database, eventId);
  const { doorId } = await database.transaction((tx) =>
    makeDoor(tx, { ...by, name: 'North', ticketTypeIds: null }),
  );
  const tokens: string[] = [];
  for (let nr = 0; nr < PHONES; nr++) {
    const token = await database.transaction(async (tx) => {
      const { link } = await makeDevice(tx, { ...by, doorId, name: `Phone ${nr}`, maySearch: false });
      return (await pairDevice(tx, { link, address: '192.0.2.7', userAgent: 'a phone' })).token;
    });
    tokens.push(token);
  }
  return tokens;
}

/** On for an hour already, so that the check of all promises looks for each purchase's delivery. */
async function switchReceiversOn({ database, receiver }: Shop, eventIds: string[]): Promise<void> {
  for (const eventId of eventIds)
    await database.query(
      `INSERT INTO webhook_subscriptions (id, event_id, url) VALUES (new_id(), $1, $2 || '/' || $1::uuid)`,
      [eventId, receiver.url],
    );
  await database.query(`UPDATE webhook_subscription_periods SET enabled_at = enabled_at - interval '1 hour'`);
}

async function keepMostMails({ database }: Shop): Promise<void> {
  await database.query(`
    CREATE FUNCTION torture_keep_mail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF random() < ${MAILS_KEPT} THEN new.run_at := now() + interval '1 day'; END IF;
      RETURN new;
    END $$;
    CREATE TRIGGER torture_keep_mail BEFORE INSERT ON jobs FOR EACH ROW
      WHEN (new.kind IN ('send_mail', 'send_holder_mail')) EXECUTE FUNCTION torture_keep_mail()`);
}
