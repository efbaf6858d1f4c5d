import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { OPERATOR } from '../audit/actor.ts';
import { makeDoor } from '../check-in/doors.ts';
import { setCheckInRules } from '../check-in/set-check-in-rules.ts';
import type { Database, Transaction } from '../db/database.ts';
import { addGalleryImage, addHeadliner } from '../events/headliners-and-gallery.ts';
import { createEvent } from '../events/create-event.ts';
import { changeSettings } from '../hosts/change-settings.ts';
import { startPlan } from '../halls/start-plan.ts';
import { usePlan } from '../halls/use-plan.ts';
import { createHost } from '../hosts/create-host.ts';
import { addMember } from '../hosts/members/add-member.ts';
import type { MediaStore } from '../media/media-store.ts';
import { createPerson } from '../people/create-person.ts';
import { hashPassword } from '../people/passwords/password-hash.ts';
import type { FeeRule } from '../inventory/fees.ts';
import { createTicketType } from '../inventory/create-ticket-type.ts';
import { createPromoCode } from '../reservations/create-promo-code.ts';
import { cancelBefore } from './cancel-before.ts';
import type { DemoFacts } from './demo-facts.ts';
import { drawDemoHall } from './draw-demo-hall.ts';
import { drawDemoImages, type DemoImages } from './draw-demo-images.ts';
import { letGuestsIn } from './let-guests-in.ts';
import type { SoldBefore } from './plan-orders.ts';
import { sellBefore } from './sell-before.ts';
import { DEMO_CATEGORIES } from './story-categories.ts';
import { DEMO_MEMBERS } from './story-members.ts';
import type { DemoEvent, DemoHost, DemoMember } from './story-types.ts';
import { DEMO_HOSTS } from './story.ts';
import { writeToGuests } from './write-to-guests.ts';
import { createCategories } from '../events/create-categories.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { MAX_OPENS_MINUTES } from '../rules/check-in-hours.ts';

type FactsOfHost = DemoFacts['hosts'][number];

const A_DAY_MS = 24 * 60 * 60_000;
const AN_HOUR_MS = 60 * 60_000;
// Before that, the cancelled events were on sale.
const CANCELLED_HOURS_AGO = 100;
// Two processes that start together on one empty database: the second waits, then finds it seeded.
const SEED_LOCK = 7_235_912;
const LOCK_PAUSE_MS = 50;

/**
 * Fills an empty database with the demo, all in one transaction: it is there whole or not at all. Null where the
 * database has hosts already. `beforeCommit` gets the facts while they can still be lost together with the demo.
 */
export async function seedDemo(
  database: Database,
  options: {
    secretKeys: SecretKeys;
    media: Pick<MediaStore, 'put'>;
    checkoutUrl: string;
    beforeCommit: (hosts: FactsOfHost[]) => Promise<void>;
  },
): Promise<FactsOfHost[] | null> {
  const { rowCount } = await database.query('SELECT 1 FROM hosts LIMIT 1');
  if (rowCount) return null;
  const [images, accounts] = await Promise.all([
    drawDemoImages(options.media, DEMO_HOSTS),
    makeAccounts([...DEMO_HOSTS, ...DEMO_MEMBERS]),
  ]);
  return database.transaction(async (tx) => {
    while (!(await tryLock(tx))) await delay(LOCK_PAUSE_MS);
    if ((await tx.query('SELECT 1 FROM hosts LIMIT 1')).rowCount) return null;
    await createCategories(tx, DEMO_CATEGORIES);
    const seeded: SeededHost[] = [];
    const sold: SoldBefore[] = [];
    for (const host of DEMO_HOSTS) {
      const account = accountOf(accounts, host);
      seeded.push(await seedHost(tx, { host, account, images, sold, ...options }));
    }
    await sellBefore(tx, sold, options);
    for (const [index, host] of DEMO_HOSTS.entries())
      await liveThrough(tx, seeded[index] as SeededHost, host);
    await recordMails(tx);
    for (const member of DEMO_MEMBERS)
      await seedMember(tx, { member, account: accountOf(accounts, member), seeded });
    const facts = seeded.map((one) => one.facts);
    await options.beforeCommit(facts);
    return facts;
  });
}

type Account = { password: string; passwordHash: string };
type SeededHost = {
  hostId: string;
  personId: string;
  facts: FactsOfHost & Required<Pick<FactsOfHost, 'members'>>;
};

/** By e-mail. */
async function makeAccounts(people: { email: string }[]): Promise<Map<string, Account>> {
  const accounts = people.map(async ({ email }) => {
    const password = randomBytes(9).toString('base64url');
    return [email, { password, passwordHash: await hashPassword(password) }] as const;
  });
  return new Map(await Promise.all(accounts));
}

function accountOf(accounts: Map<string, Account>, { email }: { email: string }): Account {
  const account = accounts.get(email);
  assert(account, `${email} has no account`);
  return account;
}

async function seedMember(
  tx: Transaction,
  { member, account, seeded }: { member: DemoMember; account: Account; seeded: SeededHost[] },
): Promise<void> {
  const { name, email } = member;
  const { password, passwordHash } = account;
  const personId = await createPerson(tx, { name, email, passwordHash, isEmailConfirmed: true });
  for (const { host, role, eventSlugs } of member.worksFor) {
    const found = seeded.find(({ facts }) => facts.email === host);
    assert(found, `there is no host of ${host}`);
    const { hostId, facts } = found;
    const { rows } = await tx.query<{ id: string }>(
      'SELECT id FROM events WHERE host_id = $1 AND slug = ANY ($2::text[])',
      [hostId, eventSlugs ?? []],
    );
    const eventIds = eventSlugs ? rows.map(({ id }) => id) : null;
    await addMember(tx, { hostId, actor: OPERATOR, personId, role, eventIds });
    facts.members.push({ role, email, password, name });
  }
}

// Asked again and again: a single wait would be ended by the pool's time limits, which are made for requests.
async function tryLock(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.query<{ is_ours: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS is_ours', [
    SEED_LOCK,
  ]);
  return rows[0]?.is_ours === true;
}

async function seedHost(
  tx: Transaction,
  input: {
    host: DemoHost;
    account: Account;
    images: DemoImages;
    sold: SoldBefore[];
    secretKeys: SecretKeys;
  },
): Promise<SeededHost> {
  const { host, account, images, sold } = input;
  const { hostId, personId, publicKey, privateKey } = await createHost(tx, input.secretKeys, {
    ...host,
    passwordHash: account.passwordHash,
    isEmailConfirmed: true,
    actor: OPERATOR,
  });
  const {
    email: contactEmail,
    terms,
    refundPolicy,
    taxNumber,
    sellerName,
    sellerAddress,
    vatBasisPoints,
  } = host;
  const changes = { contactEmail, terms, refundPolicy, taxNumber, sellerName, sellerAddress, vatBasisPoints };
  await changeSettings(tx, { hostId, actor: OPERATOR, version: 1, changes });
  // The story begins before today: what was sold by then has its receipts too.
  await tx.query(
    `INSERT INTO seller_facts (host_id, since, name, address, tax_number, vat_basis_points)
     SELECT id, created_at - interval '1 year', seller_name, seller_address, tax_number, vat_basis_points FROM hosts WHERE id = $1`,
    [hostId],
  );
  const events: FactsOfHost['events'] = [];
  for (const [index, event] of host.events.entries()) {
    const { eventId, skus } = await seedEvent(tx, { hostId, host, event, images, sold });
    // The story's first event is the newest, so that it leads the list; none is younger than its sales.
    await tx.query(
      `UPDATE events SET created_at = now() - interval '90 days' - $2 * interval '6 hours' WHERE id = $1`,
      [eventId, index],
    );
    events.push({
      slug: event.slug,
      kind: kindOf(event),
      free: event.ticketTypes.every(({ priceMinor }) => priceMinor === 0),
      skus,
      ...(event.doors && { checkInPath: `/hosts/${hostId}/events/${eventId}/check-in` }),
    });
  }
  const { name, email, country, ownerName } = host;
  const { password } = account;
  const members = [{ role: 'owner' as const, email, password, name: ownerName }];
  return {
    hostId,
    personId,
    facts: { name, email, password, publicKey, privateKey, country, events, members },
  };
}

/** All that happened to the host's events besides sales. */
async function liveThrough(
  tx: Transaction,
  { hostId, personId }: SeededHost,
  { email, events }: DemoHost,
): Promise<void> {
  const { rows } = await tx.query<{ slug: string; eventId: string }>(
    'SELECT slug, id AS "eventId" FROM events WHERE host_id = $1',
    [hostId],
  );
  const idOf = new Map(rows.map(({ slug, eventId }) => [slug, eventId]));
  const owner = { kind: 'member', personId, email, role: 'owner', address: '' } as const;
  for (const { slug, doors, message, cancelledFor: reason, startsInDays } of events) {
    const event = { hostId, eventId: idOf.get(slug) ?? '' };
    if (reason) await cancelBefore(tx, { ...event, personId, reason, hoursAgo: CANCELLED_HOURS_AGO });
    if (doors && startsInDays < 0) await letGuestsIn(tx, event);
    if (message) await writeToGuests(tx, { ...event, actor: owner, message });
  }
}

/** Nobody is mailed: what would be sent now is on record as sent when it happened. */
async function recordMails(tx: Transaction): Promise<void> {
  await tx.query(
    `INSERT INTO mails (id, order_id, kind, occasion, recipient, created_at, sent_at, message_id)
     SELECT id, order_id, kind, occasion, email, at, at, '<' || id || '@demo.example>'
       FROM (SELECT new_id() AS id, id AS order_id, 'tickets' AS kind, '' AS occasion, email, confirmed_at AS at
               FROM orders WHERE confirmed_at IS NOT NULL
             UNION ALL
             SELECT new_id(), o.id, 'refunded', r.id::text, o.email, r.ended_at FROM refunds AS r JOIN orders AS o ON o.id = r.order_id) AS sent`,
  );
  await tx.query(`DELETE FROM jobs WHERE kind IN ('send_mail', 'send_refunds', 'send_message')`);
}

const feesOf = (host: DemoHost): FeeRule => ({
  basisPoints: host.feeBasisPoints,
  flatMinor: host.feeFlatMinor,
  capMinor: host.feeCapMinor,
  isAbsorbed: host.feesAbsorbed,
});

const kindOf = (event: DemoEvent) => (event.seatSections.length > 0 ? 'seat_map' : 'general');

async function seedEvent(
  tx: Transaction,
  input: { hostId: string; host: DemoHost; event: DemoEvent; images: DemoImages; sold: SoldBefore[] },
): Promise<{ eventId: string; skus: string[] }> {
  const { host, event, images } = input;
  const startsAt = onDay(event.startsInDays, event.startHour);
  const eventId = await createEvent(tx, {
    instagram: null,
    website: null,
    xAccount: null,
    street: null,
    directions: null,
    lng: null,
    lat: null,
    hostMessage: null,
    isComingSoon: false,
    isUnlisted: false,
    hideLocation: false,
    ...event,
    hostId: input.hostId,
    kind: kindOf(event),
    startsAt,
    closesAt: new Date(startsAt.getTime() + event.durationHours * AN_HOUR_MS),
    timezone: host.timezone,
    country: host.country,
    posterFile: images.posters.get(event.slug) ?? null,
    posterAspectRatio: images.posterAspectRatio,
  });
  for (const [position, headliner] of event.headliners.entries()) {
    await addHeadliner(tx, { eventId, ...headliner, imageFile: null, position });
  }
  for (const [position, image] of (images.galleries.get(event.slug) ?? []).entries()) {
    await addGalleryImage(tx, { eventId, ...image, alt: event.gallery[position]?.alt ?? '', position });
  }
  const { hostId, sold } = input;
  const skus = await seedTicketTypes(
    tx,
    { hostId, country: host.country, eventId, fees: feesOf(host) },
    { event, sold },
  );
  const ticketTypeIds = new Map(event.ticketTypes.map(({ name }, index) => [name, skus[index] ?? '']));
  if (event.seatSections.length > 0) await seedHall(tx, { hostId, eventId }, event);
  for (const promoCode of event.promoCodes) {
    const { percentBasisPoints, amountMinor = 0 } = promoCode;
    await createPromoCode(tx, {
      eventId,
      code: promoCode.code,
      discount: percentBasisPoints === undefined ? { amountMinor } : { percentBasisPoints },
      maximumUses: promoCode.maximumUses ?? null,
      ticketTypeIds: (promoCode.ticketTypeNames ?? []).map((name) => ticketTypeIds.get(name) ?? ''),
    });
  }
  // A demo ticket can be scanned at once, weeks before the event.
  if (event.doors)
    await setCheckInRules(tx, { hostId, eventId, actor: OPERATOR, opensMinutesBefore: MAX_OPENS_MINUTES });
  for (const { name, ticketTypeNames } of event.doors ?? []) {
    const ids = ticketTypeNames?.map((type) => ticketTypeIds.get(type) ?? '') ?? null;
    await makeDoor(tx, { hostId, eventId, actor: OPERATOR, name, ticketTypeIds: ids });
  }
  return { eventId, skus };
}

async function seedTicketTypes(
  tx: Transaction,
  of: Pick<SoldBefore, 'hostId' | 'country' | 'eventId' | 'fees'>,
  { event, sold }: { event: DemoEvent; sold: SoldBefore[] },
): Promise<string[]> {
  const { eventId } = of;
  const skus: string[] = [];
  for (const [position, ticketType] of event.ticketTypes.entries()) {
    const { saleStartsInDays, saleEndsInDays, soldCount } = ticketType;
    const sku = await createTicketType(tx, {
      eventId,
      ...ticketType,
      saleStartsAt: saleStartsInDays === undefined ? null : onDay(saleStartsInDays, 8),
      saleEndsAt: saleEndsInDays === undefined ? null : onDay(saleEndsInDays, 22),
      position,
    });
    // The last buyers came the day before, whatever time of the day it is now.
    const lastSoldHoursAgo = event.startsInDays < 0 ? (1 - event.startsInDays) * 24 : 0;
    const endedHoursAgo = event.cancelledFor ? CANCELLED_HOURS_AGO : lastSoldHoursAgo;
    if (soldCount) sold.push({ ...of, ticketTypeId: sku, ...ticketType, quantity: soldCount, endedHoursAgo });
    skus.push(sku);
  }
  return skus;
}

/** A seating plan of the host, which the event uses as any other would: the designer has something to show from the first moment. */
async function seedHall(
  tx: Transaction,
  of: { hostId: string; eventId: string },
  event: DemoEvent,
): Promise<void> {
  const plan = drawDemoHall(event);
  const { hostId, eventId } = of;
  const { planId, number } = await startPlan(tx, {
    hostId,
    actor: OPERATOR,
    name: plan.name,
    from: 'file',
    text: JSON.stringify(plan),
  });
  assert(number !== null, `the hall of ${event.slug} has mistakes`);
  const { rows } = await tx.query<{ version: number }>('SELECT version FROM events WHERE id = $1', [eventId]);
  // Categories are called as the ticket types are.
  const version = rows[0]?.version ?? 1;
  await usePlan(tx, { hostId, eventId, actor: OPERATOR, planId, number, categories: [], version });
}

function onDay(daysFromNow: number, hour: number): Date {
  const day = new Date(Date.now() + daysFromNow * A_DAY_MS);
  day.setUTCHours(hour, 0, 0, 0);
  return day;
}
