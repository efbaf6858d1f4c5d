import assert from 'node:assert/strict';
import { OPERATOR } from '../../src/audit/actor.ts';
import { addMember } from '../../src/hosts/members/add-member.ts';
import { createPromoCode } from '../../src/reservations/create-promo-code.ts';
import { startSession } from '../../src/people/sessions/sessions.ts';
import { isPersonName } from '../../src/values/person-name.ts';
import { buy } from '../harness/buy.ts';
import { HOSTILE_TEXTS } from '../harness/hostile-texts.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../harness/sign-in.ts';
import type { TestApp } from '../harness/test-app.ts';

// The rule for addresses lets these in.
const HOSTILE_ADDRESSES = [`'-ran=1-'`, '${ran=1}{{ran=1}}'];
const hostileAddress = (round: number): string =>
  `${HOSTILE_ADDRESSES[round % HOSTILE_ADDRESSES.length] ?? ''}+${round}@mail.example`;
const MAX_PASSKEYS = 20;

/** A host of which every field that anybody can write has hostile texts in it. */
export type HostileHost = {
  host: TestHost;
  owner: SignedIn;
  /** By the name of the parameter in the address. */
  ids: Record<string, string>;
  slug: string;
  receiptUrl: string;
  /** The texts that were accepted, by what they name. */
  written: Record<'keys' | 'people' | 'passkeys' | 'doors' | 'events' | 'hosts', string[]>;
  /** Another host for each text that may be its name: the owner is a member of all. */
  hosts: TestHost[];
};

/** Writes every text by the dashboard's own doors, where it has one, and answers which were let in. */
export async function makeHostileHost(on: TestApp): Promise<HostileHost> {
  const host = await makeHost(on);
  const owner = await signInAs(on, host, { hasFactor: true });
  const at = (path: string): string => `/hosts/${host.hostId}${path}`;
  const events = await makeEvents(on, host);
  const [keys, people, passkeys, { hosts, names }] = await Promise.all([
    letIn((name) => askDashboard(on, at('/keys'), { as: owner, method: 'POST', body: { name } })),
    writePeople(on, host, events.ids),
    writePasskeys(on, owner),
    writeHosts(on, owner, host),
  ]);
  for (const [round, { hostId }] of hosts.entries()) {
    const body = { email: hostileAddress(round), role: 'door', eventIds: null };
    const path = `/hosts/${hostId}/team/invitations`;
    const { status } = await askDashboard(on, path, { as: owner, method: 'POST', body });
    assert.ok(status < 300);
  }
  for (const userAgent of HOSTILE_TEXTS)
    await on.app.database.transaction((tx) =>
      startSession(tx, { personId: owner.personId, hasPassedFactor: true, address: '127.0.0.1', userAgent }),
    );
  const { reference, receiptUrl } = await writeOrders(on, host, events);
  const eventId = events.ids[0] ?? '';
  const doors = await writeDoors(on, owner, at(`/events/${eventId}/check-in`));
  const plans = await letIn((name) =>
    askDashboard(on, at('/seating-plans'), {
      as: owner,
      method: 'POST',
      body: { name: name.slice(0, 100), from: 'template', id: 'church' },
    }),
  );
  const { body: listed } = await askDashboard(on, at('/seating-plans'), { as: owner });
  assert.ok(plans.length > 0);
  const planId: string = listed.data.plans[0].planId;
  const own = await writeEvent(on, eventId);
  const ids = {
    hostId: host.hostId,
    eventId,
    planId,
    reference,
    gateway: 'stripe',
    kind: 'reminder',
    ...own,
  };
  const written = { keys, people, passkeys, doors, events: events.names, hosts: names };
  return { host, owner, ids, slug: events.slugs[0] ?? '', receiptUrl, written, hosts };
}

/** Sends each text, and answers those that were taken. No more than a few are refused, and none is a failure. */
async function letIn(send: (text: string) => Promise<{ status: number; body: unknown }>): Promise<string[]> {
  const taken: string[] = [];
  for (const text of HOSTILE_TEXTS) {
    const { status, body } = await send(text);
    assert.ok(status < 300 || status === 400, `${text}: ${status} ${JSON.stringify(body)}`);
    if (status < 300) taken.push(text.trim());
  }
  assert.ok(taken.length >= HOSTILE_TEXTS.length - 3, `only these: ${taken.join('\n')}`);
  return taken;
}

/** A door for each text, and a device of the same name; what is too long is cut. */
async function writeDoors(on: TestApp, owner: SignedIn, checkIn: string): Promise<string[]> {
  const names: string[] = [];
  for (const text of HOSTILE_TEXTS) {
    const name = text.slice(0, 60).trim();
    const make = (path: string, body: object) =>
      askDashboard(on, `${checkIn}/${path}`, { as: owner, method: 'POST', body });
    const { status, body } = await make('doors', { name, ticketTypeIds: [] });
    assert.ok(status === 201 || status === 400, `${name}: ${status}`);
    if (status === 400) continue;
    const device = await make(`doors/${body.doorId}/devices`, { name, maySearch: false, endsAt: null });
    assert.equal(device.status, 201, name);
    names.push(name);
  }
  assert.ok(names.length >= HOSTILE_TEXTS.length - 5, `only these: ${names.join('\n')}`);
  return names;
}

/** A promo code of the event, the delivery of a purchase whose failure is in hostile words, and a message in such words. */
async function writeEvent(
  on: TestApp,
  eventId: string,
): Promise<{ promoCodeId: string; deliveryId: string; messageId: string }> {
  const promoCodeId = await on.app.database.transaction((tx) =>
    createPromoCode(tx, {
      eventId,
      code: 'HOSTILE',
      discount: { percentBasisPoints: 1_000 },
      maximumUses: null,
      ticketTypeIds: [],
    }),
  );
  const { rows } = await on.app.database.query<{ id: string }>(
    `SELECT d.id FROM webhook_deliveries AS d JOIN webhook_subscriptions AS s ON s.id = d.subscription_id
      WHERE s.event_id = $1`,
    [eventId],
  );
  const { rows: messages } = await on.app.database.query<{ id: string }>(
    `INSERT INTO messages (id, host_id, event_id, created_at, subject, text, audience, attendance, recipients)
     SELECT new_id(), host_id, id, now(), $2, $3, 'holders', 'all', 1 FROM events WHERE id = $1 RETURNING id`,
    [eventId, HOSTILE_TEXTS[0], HOSTILE_TEXTS.join('\n\n').slice(0, 5_000)],
  );
  return { promoCodeId, deliveryId: rows[0]?.id ?? '', messageId: messages[0]?.id ?? '' };
}

type HostileEvents = { ids: string[]; slugs: string[]; skus: string[]; names: string[] };

/** The events that integrators' programs and the demo make, each with a receiver of its own. */
async function makeEvents(on: TestApp, host: TestHost): Promise<HostileEvents> {
  const made: HostileEvents = { ids: [], slugs: [], skus: [], names: [] };
  for (const text of HOSTILE_TEXTS) {
    const { eventId, slug, skus } = await makeEvent(on, host, {
      name: text,
      state: text.slice(0, 100),
      lga: text.slice(0, 100),
      street: text,
      description: text,
      ticketTypes: [{ name: text, description: text, priceMinor: 0 }],
    });
    made.ids.push(eventId);
    made.slugs.push(slug);
    made.skus.push(skus[0] ?? '');
    made.names.push(text.trim());
    // At an address that nobody is let to: no packet is sent.
    await on.app.database.query(
      `INSERT INTO webhook_subscriptions (id, event_id, url) VALUES (new_id(), $1, 'https://127.0.0.1/' || $2::text)`,
      [eventId, text],
    );
  }
  return made;
}

async function writePeople(on: TestApp, host: TestHost, eventIds: string[]): Promise<string[]> {
  return letIn(async (name) => {
    const as = await signInAs(on, host, { role: 'door', eventIds });
    return askDashboard(on, '/me', { as, method: 'PATCH', body: { name } });
  });
}

async function writePasskeys(on: TestApp, owner: SignedIn): Promise<string[]> {
  const taken: string[] = [];
  for (const name of HOSTILE_TEXTS) {
    if (taken.length === MAX_PASSKEYS - 1) break;
    const { rows } = await on.app.database.query<{ id: string }>(
      `INSERT INTO passkeys (id, person_id, credential_id, public_key, name) VALUES (new_id(), $1, $2, '', 'New') RETURNING id`,
      [owner.personId, `hostile-${taken.length}-${name.length}`],
    );
    const path = `/me/passkeys/${rows[0]?.id ?? ''}`;
    const { status } = await askDashboard(on, path, { as: owner, method: 'PATCH', body: { name } });
    if (status < 300) taken.push(name.trim());
  }
  return taken;
}

/** Hosts whose settings are hostile, one for each text that a name may be; the host itself has all of them, one after the other. */
async function writeHosts(
  on: TestApp,
  owner: SignedIn,
  main: TestHost,
): Promise<{ hosts: TestHost[]; names: string[] }> {
  const all = HOSTILE_TEXTS.join('\n');
  const change = async ({ hostId }: TestHost, body: object) => {
    const path = `/hosts/${hostId}/settings`;
    const { body: shown } = await askDashboard(on, path, { as: owner });
    const { version } = shown.data.settings;
    return askDashboard(on, path, { as: owner, method: 'PATCH', body: { version, ...body } });
  };
  const hosts: TestHost[] = [];
  const names = await letIn(async (name) => {
    const host = await makeHost(on);
    await on.app.database.transaction((tx) =>
      addMember(tx, { hostId: host.hostId, actor: OPERATOR, personId: owner.personId, role: 'owner' }),
    );
    const body = {
      name,
      taxNumber: name.slice(0, 60).trim(),
      terms: `${name}\n${all}`,
      refundPolicy: all,
      contactEmail: hostileAddress(hosts.length),
    };
    const answer = await change(host, body);
    if (answer.status < 300) hosts.push(host);
    await change(main, { ...body, callbackOrigins: ['https://shop.example'] });
    return answer;
  });
  for (const site of ['javascript:ran=1', 'https://"><svg onload=ran=1>'])
    assert.equal((await change(main, { callbackOrigins: [site] })).status, 400, site);
  return { hosts, names };
}

/** Free orders by people of hostile names, whose deliveries have failed in hostile words. */
async function writeOrders(
  on: TestApp,
  host: TestHost,
  { slugs, skus }: HostileEvents,
): Promise<{ reference: string; receiptUrl: string }> {
  const names = HOSTILE_TEXTS.filter((text) => isPersonName(text) && text.length <= 100);
  assert.ok(names.length >= 10, `only these: ${names.join('\n')}`);
  let last = { reference: '', receiptUrl: '' };
  for (const [nth, firstName] of names.entries()) {
    const { reference, receiptUrl } = await buy(
      on,
      host,
      { slug: slugs[nth] ?? '', items: [{ sku: skus[nth], quantity: 1 }] },
      { body: { firstName, lastName: names.at(nth - 1), email: `buyer-${nth}@example.com` } },
    );
    last = { reference, receiptUrl: receiptUrl ?? '' };
  }
  await on.app.database.query(
    `UPDATE webhook_deliveries SET status = 'failed', ended_at = now(), failure = $1, leased_until = NULL, leased_by = NULL
      WHERE status = 'pending'`,
    [HOSTILE_TEXTS.join(' ').slice(0, 500)],
  );
  return last;
}
