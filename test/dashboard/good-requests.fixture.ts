import { randomUUIDv7 } from 'node:crypto';
import { OPERATOR } from '../../src/audit/actor.ts';
import { createPlan } from '../../src/halls/create-plan.ts';
import { publishPlan } from '../../src/halls/publish-plan.ts';
import { inviteMember } from '../../src/hosts/invitations/invite-member.ts';
import { GERMAN } from '../../src/invoices/documents/sample-invoices.fixture.ts';
import { invoiceAs, SETTINGS } from '../../src/invoices/invoices.fixture.ts';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { createPromoCode } from '../../src/reservations/create-promo-code.ts';
import { ALL_ROUTES, type Route } from '../../src/routes.ts';
import { findTemplate } from '../../src/seating-plans/templates/templates.ts';
import { writePlan } from '../../src/seating-plans/write-plan-file.ts';
import { SALES_BODIES, type GoodBodies } from './good-sales-requests.fixture.ts';
import { UNLIMITED } from '../faults/payments-shop.fixture.ts';
import { buy } from '../harness/buy.ts';
import { gatewaySettings, ofEach } from '../harness/gateways/all-simulators.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { signInAs, type SignedIn } from '../harness/sign-in.ts';
import { askHost, makeSupporter } from '../harness/support.ts';
import type { TestApp } from '../harness/test-app.ts';

/** No limits, and no gateway that answers: nothing leaves the machine. */
export const ENVIRONMENT = {
  ...UNLIMITED,
  ...gatewaySettings(ofEach(() => 'http://127.0.0.1:9')),
  WEBHOOK_ALLOW: '127.0.0.1:9',
};

/** A host of which there is one of everything that an address of the dashboard can name, and its owner. */
export type Furnished = {
  host: TestHost;
  owner: SignedIn;
  /** By the name of the parameter in the address. */
  ids: Record<string, string>;
};

/** Every route of the dashboard that has something of a host's behind it. */
export const HOST_ROUTES: readonly Route[] = ALL_ROUTES.filter(({ power }) => power !== null);

export const written = ({ method, path }: Route): string => `${method} ${path}`;

/**
 * For every parameter that an address of the dashboard may have, something of the host's own. A new parameter needs its line here.
 */
export async function furnishHost(on: TestApp): Promise<Furnished> {
  const host = await makeHost(on);
  const owner = await signInAs(on, host, { hasFactor: true });
  // The only one, who can't leave: it is asked for by tests that go on afterwards.
  await on.app.database.query('DELETE FROM members WHERE person_id = $1', [host.personId]);
  const { personId } = await signInAs(on, host, { role: 'door' });
  const { rows } = await on.app.database.query<{ id: string }>(
    'SELECT id FROM members WHERE person_id = $1',
    [personId],
  );
  const memberId = rows[0]?.id ?? '';
  const { invitationId } = await on.app.database.transaction((tx) =>
    inviteMember(tx, {
      hostId: host.hostId,
      actor: OPERATOR,
      email: `invited-${host.hostId}@test.example`,
      role: 'door',
      eventIds: null,
    }),
  );
  const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
  const { reference } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
  const { rows: tickets } = await on.app.database.query<{ ticketId: string }>(
    'SELECT id AS "ticketId" FROM tickets WHERE event_id = $1',
    [eventId],
  );
  const { rows: own } = await on.app.database.query<{ passkeyId: string; sessionId: string }>(
    `SELECT p.id AS "passkeyId", s.id AS "sessionId" FROM passkeys AS p JOIN sessions AS s USING (person_id) WHERE person_id = $1`,
    [owner.personId],
  );
  const accountId = await on.app.database.transaction((tx) =>
    addPaymentAccount(
      tx,
      { secretKeys: on.secretKeys, refusesTestCredentials: false },
      { hostId: host.hostId, currency: 'ZAR', gateway: 'paystack', credentials: { secretKey: 'sk_test_0' } },
    ),
  );
  const promoCodeId = await on.app.database.transaction((tx) =>
    createPromoCode(tx, {
      eventId,
      code: `FURNISHED-${eventId.slice(-12)}`,
      discount: { percentBasisPoints: 1_000 },
      maximumUses: null,
      ticketTypeIds: [],
    }),
  );
  const file = `${'0'.repeat(40)}.png`;
  const { rows: pictures } = await on.app.database.query<{ imageId: string; pictureId: string }>(
    `WITH picture AS (
       INSERT INTO pictures (id, host_id, event_id, file, thumbnail_file, files, width_px, height_px, bytes)
       VALUES (new_id(), $1, $2, $3, $3, ARRAY[$3], 4, 5, 0) RETURNING id)
     INSERT INTO gallery_images (id, event_id, file, thumbnail_file, width_px, height_px)
     SELECT new_id(), $2, $3, $3, 4, 5 FROM picture RETURNING id AS "imageId", (SELECT id FROM picture) AS "pictureId"`,
    [host.hostId, eventId, file],
  );
  const { rows: files } = await on.app.database.query<{ exportId: string }>(
    `INSERT INTO exports (host_id, person_id, what, filters, with_bom, separator)
     VALUES ($1, $2, 'promo_uses', '{"eventId": null}', false, 'comma') RETURNING id AS "exportId"`,
    [host.hostId, owner.personId],
  );
  const { rows: resendings } = await on.app.database.query<{ resendingId: string }>(
    `INSERT INTO resendings (id, host_id, created_at, orders, recipients, stopped_at, stopped_for)
     VALUES (new_id(), $1, now(), 1, 1, now(), 'member') RETURNING id AS "resendingId"`,
    [host.hostId],
  );
  const questionId = randomUUIDv7();
  await on.app.database.query(
    `INSERT INTO questions (id, event_id, position, per, kind, label, is_required) VALUES ($1, $2, 1, 'order', 'line', 'Why?', false)`,
    [questionId, eventId],
  );
  await on.app.database.query(`INSERT INTO event_translations (event_id, language) VALUES ($1, 'fr')`, [
    eventId,
  ]);
  const { planId } = await on.app.database.transaction(async (tx) => {
    const whose = { hostId: host.hostId, actor: OPERATOR };
    const made = await createPlan(tx, { ...whose, name: 'Furnished', from: 'template', id: 'church' });
    await publishPlan(tx, { ...whose, planId: made.planId, version: 1 });
    return made;
  });
  const { rows: pools } = await on.app.database.query<{ poolId: string }>(
    `INSERT INTO pools (id, event_id, name, capacity) VALUES (new_id(), $1, 'Floor', 100) RETURNING id AS "poolId"`,
    [eventId],
  );
  // Only asked for: nobody is let in.
  const visitId = await askHost(on, host, await makeSupporter(on));
  const ids = {
    visitId,
    planId,
    ...pools[0],
    number: '1',
    promoCodeId,
    templateId: 'theatre',
    questionId,
    // Of nobody's: the event has no waiting list.
    entryId: '00000000-0000-7000-8000-000000000002',
    ...files[0],
    ...(await sendInVain(on, eventId)),
    ...(await writeMessage(on, eventId)),
    ...resendings[0],
    ...(await invoice(on, host.hostId)),
    ...(await openDoor(on, eventId)),
    hostId: host.hostId,
    accountId,
    gateway: 'paystack',
    kind: 'reminder',
    keyId: host.keyId,
    eventId,
    ticketTypeId: skus[0] ?? '',
    reference,
    // Of nobody's: the host has sold nothing that costs money.
    refundId: '00000000-0000-7000-8000-000000000001',
    returnId: '00000000-0000-7000-8000-000000000001',
    memberId,
    invitationId,
    ...own[0],
    ...tickets[0],
    ...pictures[0],
  };
  return { host, owner, ids };
}

/** A receiver that nobody is let to, and a purchase that it was not told of. */
async function sendInVain(
  on: TestApp,
  eventId: string,
): Promise<{ subscriptionId: string; deliveryId: string }> {
  const { rows } = await on.app.database.query<{ subscriptionId: string; deliveryId: string }>(
    `WITH receiver AS (
       INSERT INTO webhook_subscriptions (id, event_id, url) VALUES (new_id(), $1, 'https://127.0.0.1/' || new_id()) RETURNING id
     )
     INSERT INTO webhook_deliveries (id, subscription_id, event_type, order_id, reference, status, attempts, ended_at, failure)
     SELECT new_id(), receiver.id, 'TICKET_PURCHASED', o.id, o.reference, 'failed', 1, now(), 'Given up after 1 attempt.'
       FROM receiver, orders AS o WHERE o.event_id = $1
     RETURNING id AS "deliveryId", subscription_id AS "subscriptionId"`,
    [eventId],
  );
  const [made] = rows;
  if (!made) throw new Error('nothing was bought');
  return made;
}

/** Of the one order, which has cost nothing: a sample. */
async function invoice(on: TestApp, hostId: string): Promise<{ invoiceId: string }> {
  await invoiceAs(on, { hostId });
  const { rows } = await on.app.database.query<{ invoiceId: string }>(
    `INSERT INTO invoices (id, host_id, order_id, kind, is_sandbox, year, sequence, number, issued_at, issued_on, currency, gross_minor,
                           tax_minor, request_version, content)
     SELECT new_id(), $1, id, 'invoice', false, 2026, 1, '2026-000001', now(), '2026-01-01', currency, 1, 0, 0, $2
       FROM orders WHERE host_id = $1 RETURNING id AS "invoiceId"`,
    [hostId, JSON.stringify(GERMAN)],
  );
  const [made] = rows;
  if (!made) throw new Error('nothing was bought');
  return made;
}

/** To whoever has the one ticket. Nothing sends it. */
async function writeMessage(on: TestApp, eventId: string): Promise<{ messageId: string }> {
  const { rows } = await on.app.database.query<{ messageId: string }>(
    `WITH message AS (
       INSERT INTO messages (id, host_id, event_id, created_at, subject, text, audience, attendance, recipients)
       SELECT new_id(), e.host_id, e.id, now() - interval '2 days', 'Doors open at six', 'Come early.', 'holders', 'all', 1
         FROM events AS e WHERE e.id = $1 RETURNING id
     )
     INSERT INTO mails (id, order_id, kind, occasion, recipient, last_error)
     SELECT new_id(), o.id, 'message', message.id::text, o.email, 'The mail server failed with 450 (EENVELOPE at RCPT TO).'
       FROM message, orders AS o WHERE o.event_id = $1
     RETURNING occasion AS "messageId"`,
    [eventId],
  );
  const [made] = rows;
  if (!made) throw new Error('nothing was bought');
  return made;
}

/** A door with a device, and the guest who came in by it. */
async function openDoor(
  on: TestApp,
  eventId: string,
): Promise<{ doorId: string; deviceId: string; scanId: string }> {
  const { rows } = await on.app.database.query<{ doorId: string; deviceId: string; scanId: string }>(
    `WITH door AS (
       INSERT INTO doors (id, event_id, name) VALUES (new_id(), $1, 'Main entrance') RETURNING id
     ), device AS (
       INSERT INTO door_devices (id, door_id, event_id, name) SELECT new_id(), id, $1, 'A phone' FROM door RETURNING id
     )
     INSERT INTO scans (id, event_id, door_id, device_id, kind, how, at, received_at, outcome)
     SELECT new_id(), $1, door.id, device.id, 'entry', 'code', now(), now(), 'unknown' FROM door, device
     RETURNING door_id AS "doorId", device_id AS "deviceId", id AS "scanId"`,
    [eventId],
  );
  const [made] = rows;
  if (!made) throw new Error('no door');
  return made;
}

const PASSKEY_ANSWER = {
  id: 'AAAA',
  clientDataJSON: 'AAAA',
  authenticatorData: 'AAAA',
  signature: 'AAAA',
  userHandle: 'AAAA',
};

const QUESTION = {
  label: 'Which size?',
  help: '',
  per: 'ticket',
  kind: 'choice',
  choices: ['S', 'M'],
  isRequired: true,
  ticketTypeIds: [],
  isShownAtDoor: true,
};

const PROMO_TERMS = {
  discount: 'percent',
  percentBasisPoints: 1_000,
  amountMinor: null,
  ticketTypeIds: [],
  startsAt: null,
  endsAt: null,
  maximumUses: 10,
};
const OF_EVENT = '/dashboard/hosts/:hostId/events/:eventId';
/** Tomorrow, on some clock. */
const tomorrow = (): string => new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 16);
const OF_PLAN = '/dashboard/hosts/:hostId/seating-plans/:planId';

/** The body of a request that is as it should be. A route that takes more than an empty one needs its line here. */
export const GOOD_BODIES: GoodBodies = {
  ...SALES_BODIES,
  [`POST ${OF_EVENT}/preview-link`]: () => ({ days: 7 }),
  [`POST ${OF_EVENT}/promo-codes`]: () => ({ code: 'GOOD-10', ...PROMO_TERMS }),
  [`POST ${OF_EVENT}/promo-codes/make`]: () => ({ prefix: 'GOOD-', letters: 10, number: 3, ...PROMO_TERMS }),
  [`POST ${OF_EVENT}/promo-codes/list/check`]: () => ({ text: 'code,percent\nGOOD-20,20' }),
  [`POST ${OF_EVENT}/promo-codes/list`]: () => ({ text: 'code,percent\nGOOD-30,30' }),
  [`PATCH ${OF_EVENT}/promo-codes/:promoCodeId`]: () => ({ version: 1, code: 'BETTER-10', ...PROMO_TERMS }),
  [`POST ${OF_EVENT}/promo-codes/:promoCodeId/end`]: () => ({ version: 1 }),
  [`POST ${OF_EVENT}/promo-codes/:promoCodeId/resume`]: () => ({ version: 1 }),
  [`POST ${OF_EVENT}/seats/check-plan`]: ({ planId }) => ({ planId, number: 1, categories: [] }),
  [`POST ${OF_EVENT}/seats/use-plan`]: ({ planId }) => ({ planId, number: 1, categories: [], version: 1 }),
  [`POST ${OF_EVENT}/seats/block`]: () => ({ seatIds: [randomUUIDv7()], reason: 'House', color: 1 }),
  [`POST ${OF_EVENT}/seats/release`]: () => ({ seatIds: [randomUUIDv7()] }),
  [`POST ${OF_EVENT}/seats/release-companions`]: () => ({ seatIds: [randomUUIDv7()] }),
  [`POST ${OF_EVENT}/seats/rules`]: () => ({ singleSeats: 'refuse' }),
  [`POST ${OF_EVENT}/seats/check`]: () => ({ text: 'section,row,seat,type\nStalls,A,1,Stalls' }),
  [`POST ${OF_EVENT}/seats/start-plan`]: () => ({
    name: 'A church',
    from: 'file',
    text: writePlan(findTemplate('church')),
  }),
  [`POST ${OF_EVENT}/seats`]: () => ({
    text: 'section,row,seat,type\nStalls,A,1,Stalls',
    version: 1,
    newTypes: [{ name: 'Stalls', priceMinor: 100_000 }],
  }),
  'POST /dashboard/hosts/:hostId/seating-plans': () => ({ name: 'A hall', from: 'template', id: 'church' }),
  [`POST ${OF_PLAN}/edits`]: () => ({ version: 1, edits: [{ objects: [], order: null, rest: null }] }),
  [`POST ${OF_PLAN}/publish`]: () => ({ version: 1 }),
  [`POST ${OF_PLAN}/restore`]: () => ({ version: 1, number: 1 }),
  [`POST ${OF_PLAN}/import`]: () => ({ version: 1, text: writePlan(findTemplate('church')) }),
  [`POST ${OF_PLAN}/rename`]: () => ({ name: 'Another name' }),
  [`POST ${OF_PLAN}/duplicate`]: () => ({ name: 'A copy' }),
  [`POST ${OF_PLAN}/archive`]: () => ({ isArchived: true }),
  'POST /dashboard/hosts/:hostId/support/:visitId/allow': () => ({ hours: 1 }),
  'POST /dashboard/hosts/:hostId/keys': () => ({ name: 'A key' }),
  [`PATCH ${OF_EVENT}/returns`]: () => ({
    version: 1,
    returns: 'at_once',
    hours: 24,
    percent: 50,
    keepsFees: true,
    buyersPassOn: true,
  }),
  'PATCH /dashboard/hosts/:hostId/events/:eventId/embed': () => ({
    version: 1,
    theme: 'dark',
    color: '#b8431c',
    origins: ['https://shop.example'],
  }),
  'POST /dashboard/hosts/:hostId/team/invitations': () => ({
    email: 'invited@test.example',
    role: 'door',
    eventIds: null,
  }),
  'PATCH /dashboard/hosts/:hostId/team/members/:memberId': () => ({
    role: 'finance',
    eventIds: null,
    version: 1,
  }),
  'PATCH /dashboard/hosts/:hostId/keys/:keyId': () => ({ name: 'Another name', version: 1 }),
  'PATCH /dashboard/hosts/:hostId/keys/:keyId/servers': () => ({ addresses: '203.0.113.7', version: 1 }),
  'POST /dashboard/hosts/:hostId/keys/private/rotate': () => ({ fingerprint: '00000000' }),
  'POST /dashboard/hosts/:hostId/payment-accounts': () => ({
    gateway: 'paystack',
    currency: 'NGN',
    replaces: '',
    // Too short to be anybody's.
    secretKey: 'sk_test_0',
  }),
  'POST /dashboard/hosts/:hostId/payment-accounts/:accountId/move': () => ({ direction: 'up' }),
  'PATCH /dashboard/hosts/:hostId/invoices/settings': () => ({ version: 1, ...SETTINGS, forOrders: 'asked' }),
  'PATCH /dashboard/hosts/:hostId/settings': () => ({
    version: 1,
    name: 'Another name',
    country: 'NIGERIA',
    contactEmail: 'ask@test.example',
    feesAbsorbed: true,
    callbackOrigins: ['https://shop.example'],
    terms: 'Be kind.',
    refundPolicy: 'Until the day before.',
    taxNumber: '123-456',
    sellerName: 'Test Limited',
    sellerAddress: '1 Test Road',
    vatBasisPoints: 750,
    taxRates: [{ id: randomUUIDv7(), name: 'Reduced VAT', kind: 'reduced', basisPoints: 500 }],
    feeTaxRateId: null,
  }),
  'POST /dashboard/hosts/:hostId/events/:eventId/tickets': () => ({
    kind: 'GENERAL',
    name: 'Balcony',
    description: 'A chair upstairs.',
    priceMinor: 500_000,
    capacity: 40,
    maximumPerOrder: 4,
    saleStartsAt: '2026-01-02T09:00',
    saleEndsAt: null,
  }),
  'PATCH /dashboard/hosts/:hostId/events/:eventId/tickets/:ticketTypeId': () => ({
    version: 1,
    name: 'Another name',
    description: '',
    priceMinor: 0,
    capacity: 60,
    maximumPerOrder: 5,
    saleStartsAt: null,
    saleEndsAt: '2199-01-01T00:00',
  }),
  [`POST ${OF_EVENT}/waiting-room`]: () => ({
    drawsAt: tomorrow(),
    perMinute: 60,
    mostInside: 200,
    admissionMinutes: 10,
    asksEmail: true,
  }),
  [`PATCH ${OF_EVENT}/waiting-room`]: () => ({ perMinute: 30, mostInside: 100 }),
  [`POST ${OF_EVENT}/waiting-room/let-in`]: () => ({ count: 5 }),
  [`POST ${OF_EVENT}/waiting-list`]: () => ({ offerMinutes: 60, drawsAt: null }),
  [`PATCH ${OF_EVENT}/waiting-list`]: () => ({ offerMinutes: 30 }),
  [`PATCH ${OF_EVENT}/translations`]: () => ({ version: 1, language: 'en' }),
  [`POST ${OF_EVENT}/translations/languages`]: () => ({ language: 'fr' }),
  [`PATCH ${OF_EVENT}/translations/texts`]: () => ({ version: 1, language: 'fr', texts: [] }),
  [`POST ${OF_EVENT}/translations/remove`]: () => ({ language: 'fr' }),
  [`POST ${OF_EVENT}/questions`]: () => ({ questionId: randomUUIDv7(), ...QUESTION }),
  [`PATCH ${OF_EVENT}/questions/:questionId`]: () => ({ version: 1, ...QUESTION }),
  [`POST ${OF_EVENT}/questions/order`]: ({ questionId = '' }) => ({ questionIds: [questionId] }),
  'POST /dashboard/hosts/:hostId/events/:eventId/tickets/order': ({ ticketTypeId = '' }) => ({
    ticketTypeIds: [ticketTypeId],
  }),
  [`POST ${OF_EVENT}/tickets/pools`]: ({ ticketTypeId = '' }) => ({
    name: 'Floor',
    capacity: 90,
    ticketTypeIds: [ticketTypeId],
  }),
  [`PATCH ${OF_EVENT}/tickets/pools/:poolId`]: ({ ticketTypeId = '' }) => ({
    version: 1,
    name: 'Floor',
    capacity: 90,
    ticketTypeIds: [ticketTypeId],
  }),
  [`POST ${OF_EVENT}/tickets/pools/:poolId/dissolve`]: () => ({ version: 1 }),
  'POST /dashboard/hosts/:hostId/events/:eventId/tickets/stop-selling': ({ ticketTypeId = '' }) => ({
    ticketTypeIds: [ticketTypeId],
  }),
  'POST /dashboard/hosts/:hostId/events/:eventId/tickets/go-on-selling': ({ ticketTypeId = '' }) => ({
    ends: [{ ticketTypeId, saleEndsAt: '2199-01-01T00:00:00.000Z' }],
  }),
  'POST /dashboard/hosts/:hostId/new-event': () => ({
    eventId: randomUUIDv7(),
    name: 'A new event',
    kind: 'general',
    categorySlug: 'music',
  }),
  'PATCH /dashboard/hosts/:hostId/events/:eventId/draft': () => ({
    version: 1,
    name: 'Another name',
    kind: 'general',
    categorySlug: 'music',
    startsAt: '2091-03-06T18:00',
    closesAt: '2091-03-06T23:00',
    state: 'Lagos',
    lga: 'Ikeja',
    street: '1 Marina',
  }),
  'POST /dashboard/hosts/:hostId/events/:eventId/duplicate': () => ({
    copyId: randomUUIDv7(),
    name: 'A copy',
    startsAt: '2091-03-06T18:00',
  }),
  'POST /dashboard/hosts/:hostId/events/:eventId/publish': () => ({ isComingSoon: false, isUnlisted: false }),
  'PATCH /dashboard/hosts/:hostId/events/:eventId/visibility': () => ({
    isComingSoon: false,
    isUnlisted: false,
  }),
  'POST /dashboard/hosts/:hostId/events/:eventId/cancel': () => ({ name: 'Another name', reason: 'Rain.' }),
  'POST /dashboard/hosts/:hostId/events/:eventId/cancel/unpaid': () => ({
    name: 'Another name',
    reason: 'Rain.',
  }),
  'POST /dashboard/hosts/:hostId/events/:eventId/postpone': () => ({
    version: 1,
    startsAt: '2199-06-01T18:00',
    closesAt: '2199-06-01T23:00',
    message: 'Rain.',
  }),
  'POST /dashboard/hosts/:hostId/events/:eventId/postpone/with-offer': () => ({
    version: 1,
    startsAt: '2199-06-01T18:00',
    closesAt: '2199-06-01T23:00',
    message: 'Rain.',
    refundUntil: '2199-05-01T18:00',
  }),
  'PATCH /dashboard/hosts/:hostId/events/:eventId/details': () => ({
    version: 1,
    name: 'Another name',
    categorySlug: 'music',
    previewDescription: 'In short.',
    description: '# At length',
    descriptionFormat: 'markdown',
    timezone: 'Africa/Lagos',
    state: 'Lagos',
    lga: 'Eti-Osa',
    street: '12 Marina Road',
    directions: 'The lift behind the bookshop.',
    position: { lat: 6.4281, lng: 3.4219 },
    hideLocation: true,
    hostMessage: 'Doors open at five.',
    website: 'https://test.example',
    instagram: 'test',
    xAccount: 'test',
    headliners: [{ headlinerId: null, name: 'Ọlá', role: 'Live band' }],
    isComingSoon: true,
    isUnlisted: true,
    holdMinutes: 15,
    paymentMinutes: 60,
    doorsMinutes: 45,
    buyersRename: false,
  }),
  'POST /dashboard/hosts/:hostId/events/:eventId/details/preview': () => ({ markdown: '# At length' }),
  [`PATCH ${OF_EVENT}/poster`]: ({ pictureId = '' }) => ({ pictureId, version: 1 }),
  [`POST ${OF_EVENT}/gallery`]: ({ pictureId = '' }) => ({ pictureId, alt: 'Dancers on the roof' }),
  [`PATCH ${OF_EVENT}/gallery`]: ({ imageId = '' }) => ({ imageIds: [imageId] }),
  [`PATCH ${OF_EVENT}/gallery/:imageId`]: () => ({ alt: 'The roof at dusk', wasAlt: '', pictureId: null }),
  'POST /dashboard/hosts/:hostId/events/:eventId/integrations/webhooks': ({ eventId }) => ({
    url: `http://127.0.0.1:9/${eventId}`,
  }),
  'POST /dashboard/hosts/:hostId/events/:eventId/integrations/send-failed-again': () => ({ hours: 24 }),
  'PATCH /dashboard/me': () => ({ name: 'Ada Obi' }),
  'POST /dashboard/me/hosts': () => ({ name: 'Another host', country: 'GHANA' }),
  'POST /dashboard/me/email': () => ({ email: 'another@test.example' }),
  'POST /dashboard/me/confirm-password': () => ({ password: 'not the password at all' }),
  'POST /dashboard/me/password': () => ({
    current: 'not the password at all',
    password: 'quiet lantern orbit maple',
  }),
  'POST /dashboard/me/authenticator-app': () => ({ setUp: 'AAAA', code: '123456' }),
  'POST /dashboard/me/passkeys': () => ({
    name: 'My phone',
    id: 'AAAA',
    clientDataJSON: 'AAAA',
    attestationObject: 'AAAA',
    transports: ['internal'],
  }),
  'POST /dashboard/second-step': () => ({ code: '123456', next: '/dashboard' }),
  'POST /dashboard/second-step/passkey': () => PASSKEY_ANSWER,
  'POST /dashboard/sign-in/passkey': () => PASSKEY_ANSWER,
  'PATCH /dashboard/me/passkeys/:passkeyId': () => ({ name: 'Another name' }),
};

/** The address below `/dashboard`, with what the ids name. */
export function addressOf({ path }: Route, ids: Record<string, string>): string {
  return path.replace('/dashboard', '').replaceAll(/:(\w+)/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`${path}: furnishHost has no ${name}`);
    return id;
  });
}

export const bodyOf = (route: Route, ids: Record<string, string>): object | undefined =>
  route.method === 'GET' ? undefined : (GOOD_BODIES[written(route)]?.(ids) ?? {});
