import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, test } from 'node:test';
import { createPromoCode, type NewPromoCode } from '../../src/reservations/create-promo-code.ts';
import { lapse } from '../harness/buy.ts';
import type { Answer } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { SOONER_THAN_FORGOTTEN_MS, until } from '../harness/until.ts';
import { held, refused, startReservations, type From } from './reservations.fixture.ts';

const world = await startReservations();
const { on, second, host, post, hold, release, countStored, left, query } = world;
after(() => world.close());
afterEach(() => world.check());

const makeCode = (eventId: string, code: Partial<NewPromoCode>) =>
  on.app.database.transaction((tx) =>
    createPromoCode(tx, {
      eventId,
      code: 'SAVE',
      discount: { percentBasisPoints: 1_000 },
      maximumUses: null,
      ticketTypeIds: [],
      ...code,
    }),
  );
const withCode = (slug: string, sku: string | undefined, promoCode: string, from: From = {}, quantity = 1) =>
  post(slug, { items: [{ sku, quantity }], promoCode }, from);
const uses = async (id: string): Promise<number> => {
  const { rows } = await on.app.database.query<{ uses: number }>(
    'SELECT uses FROM promo_codes WHERE id = $1',
    [id],
  );
  return rows[0]?.uses ?? -1;
};

test('a code that is sent empty, or as null, is as if left out', async () => {
  const { slug, skus } = await makeEvent(on, host);
  for (const promoCode of ['', null]) {
    const data = await held(
      post(slug, { items: [{ sku: skus[0], quantity: 1 }], promoCode }, { token: randomUUID() }),
    );
    assert.deepEqual([data.promoCode, data.discount], [null, 0]);
  }
  for (const metadata of [0, [], {}])
    await refused(
      post(slug, { items: [{ sku: skus[0], quantity: 1 }], promoCode: metadata }),
      'validation_failed',
    );
});

test('a percent code takes its share off, and the fee is of what remains', async () => {
  const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 1_000_000 }] });
  await makeCode(eventId, { code: 'Ten-Off' });
  const data = await held(withCode(slug, skus[0], 'Ten-Off', {}, 2));
  assert.equal(data.promoCode, 'Ten-Off');
  assert.equal(data.discount, 200_000);
  assert.equal(data.items[0].fee, 55_000);
  assert.equal(data.total, 2 * (1_000_000 + 55_000) - 200_000);
});

test('a fixed code takes its amount off once, and never more than the tickets are worth', async () => {
  const { slug, skus, eventId } = await makeEvent(on, host, {
    ticketTypes: [{ priceMinor: 1_000 }, { priceMinor: 2_000 }],
  });
  await makeCode(eventId, { code: 'FIXED', discount: { amountMinor: 1_001 } });
  const both = { items: skus.map((sku) => ({ sku, quantity: 1 })), promoCode: 'FIXED' };
  const data = await held(post(slug, both));
  assert.equal(data.discount, 1_001);
  assert.deepEqual(
    data.items.map((item: { discount: number }) => item.discount),
    [334, 667],
  );
  const small = await held(withCode(slug, skus[0], 'FIXED'), 200);
  assert.deepEqual([small.discount, small.total, small.totalFees], [1_000, 0, 0]);
});

test('upper and lower case, and blanks around it, are the same code', async () => {
  const { slug, skus, eventId } = await makeEvent(on, host);
  await makeCode(eventId, { code: 'EarlyBird' });
  for (const [at, typed] of ['EarlyBird', 'EARLYBIRD', 'earlybird', ' earlyBIRD '].entries()) {
    const data = await held(withCode(slug, skus[0], typed), at ? 200 : 201);
    assert.equal(data.promoCode, 'EarlyBird');
  }
});

test('an unknown code, and one of another event, is invalid_promo_code', async () => {
  const [mine, other] = [await makeEvent(on, host), await makeEvent(on, host)];
  await makeCode(other.eventId, { code: 'OTHER' });
  for (const code of ['NONE', 'OTHER', '%', '\0', '__proto__'])
    await refused(withCode(mine.slug, mine.skus[0], code), 'invalid_promo_code');
  assert.equal(await countStored(mine.slug), 0);
});

test('a code for some tickets counts on those alone, and is refused where none of them is in the cart', async () => {
  const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{}, {}] });
  await makeCode(eventId, { ticketTypeIds: [skus[1] ?? ''] });
  await refused(withCode(slug, skus[0], 'SAVE'), 'invalid_promo_code');
  const data = await held(
    post(slug, { items: skus.map((sku) => ({ sku, quantity: 1 })), promoCode: 'SAVE' }),
  );
  assert.deepEqual(
    data.items.map((item: { discount: number }) => item.discount),
    [0, 100_000],
  );
});

test('a code before or after its dates is invalid_promo_code', async () => {
  const { slug, skus, eventId } = await makeEvent(on, host);
  const early = await makeCode(eventId, { code: 'EARLY' });
  const late = await makeCode(eventId, { code: 'LATE' });
  await query(`UPDATE promo_codes SET starts_at = now() + interval '1 hour' WHERE id = $1`, [early]);
  await query(`UPDATE promo_codes SET ends_at = now() - interval '1 hour' WHERE id = $1`, [late]);
  const token = randomUUID();
  await held(hold(slug, skus[0], 1, { token }));
  for (const code of ['EARLY', 'LATE']) {
    await refused(withCode(slug, skus[0], code), 'invalid_promo_code');
    await refused(withCode(slug, skus[0], code, { token }), 'invalid_promo_code');
  }
  await query('UPDATE promo_codes SET starts_at = NULL, ends_at = NULL WHERE id = ANY ($1)', [[early, late]]);
  for (const code of ['EARLY', 'LATE']) await held(withCode(slug, skus[0], code, { token }), 200);
});

test('a code without a maximum is good for everybody, and its uses are not counted', async () => {
  const { slug, skus, eventId } = await makeEvent(on, host);
  const id = await makeCode(eventId, {});
  for (let buyer = 0; buyer < 5; buyer++)
    await held(withCode(slug, skus[0], 'SAVE', { token: randomUUID() }));
  assert.equal(await uses(id), 0);
});

test('a limited code is used when held, and given back when released, replaced or lapsed', async () => {
  const { slug, skus, eventId } = await makeEvent(on, host);
  const id = await makeCode(eventId, { maximumUses: 2 });
  const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
  await held(withCode(slug, skus[0], 'SAVE', { token: a }));
  await held(withCode(slug, skus[0], 'SAVE', { token: b }));
  await refused(withCode(slug, skus[0], 'SAVE', { token: c }), 'invalid_promo_code');
  assert.equal(await uses(id), 2);
  // A buyer who has it keeps it in a refresh.
  await held(withCode(slug, skus[0], 'SAVE', { token: a }, 3), 200);
  assert.equal(await uses(id), 2);

  await held(release(slug, { token: a }), 200);
  assert.equal(await uses(id), 1);
  await held(withCode(slug, skus[0], 'SAVE', { token: c }));
  await refused(withCode(slug, skus[0], 'SAVE', { token: a }), 'invalid_promo_code');

  await held(hold(slug, skus[0], 1, { token: b }), 200);
  assert.equal(await uses(id), 1);
  await held(withCode(slug, skus[0], 'SAVE', { token: a }));
  await refused(withCode(slug, skus[0], 'SAVE', { token: b }), 'invalid_promo_code');

  await lapse(on, c);
  await held(withCode(slug, skus[0], 'SAVE', { token: b }), 200);
  assert.equal(await uses(id), 2);
  // The one that had lapsed comes back, and finds its use gone.
  await refused(withCode(slug, skus[0], 'SAVE', { token: c }), 'invalid_promo_code');
  await held(hold(slug, skus[0], 1, { token: c }));
  assert.equal(await uses(id), 2);
});

test('one code is exchanged for another, each counted once', async () => {
  const { slug, skus, eventId } = await makeEvent(on, host);
  const first = await makeCode(eventId, { code: 'FIRST', maximumUses: 1 });
  const last = await makeCode(eventId, { code: 'LAST', maximumUses: 1 });
  const token = randomUUID();
  for (const [at, code] of ['FIRST', 'LAST', 'LAST', 'FIRST'].entries()) {
    const data = await held(withCode(slug, skus[0], code, { token }), at ? 200 : 201);
    assert.equal(data.promoCode, code);
    assert.deepEqual([await uses(first), await uses(last)], code === 'FIRST' ? [1, 0] : [0, 1]);
  }
  await refused(withCode(slug, skus[0], 'FIRST', { token: randomUUID() }), 'invalid_promo_code');
  await held(withCode(slug, skus[0], 'LAST', { token: randomUUID() }));
});

test('of many buyers at once only as many have a limited code as it has uses', async () => {
  const { slug, skus, eventId } = await makeEvent(on, host);
  const id = await makeCode(eventId, { maximumUses: 3 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      withCode(slug, skus[0], 'SAVE', { app: at % 2 ? on : second, token: randomUUID() }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 3);
  for (const answer of answers) if (answer.status !== 201) await refused(answer, 'invalid_promo_code');
  assert.equal(await uses(id), 3);
  assert.deepEqual(await left(slug), [97]);
});

test('a change of fees, of the limit per order or of the tickets of a code is followed by every process', async () => {
  const key = await makeHost(on);
  const { slug, skus, eventId } = await makeEvent(on, key, { ticketTypes: [{}, {}] });
  const promoCodeId = await makeCode(eventId, {});
  const cart = { items: [{ sku: skus[0], quantity: 3 }], promoCode: 'SAVE' };
  const untilBoth = async (what: string, is: (answer: Answer) => boolean) => {
    for (const app of [on, second])
      await until(what, async () => is(await post(slug, cart, { app, key })), SOONER_THAN_FORGOTTEN_MS);
  };
  await untilBoth('the code to be known', ({ status }) => status < 300);
  await query('UPDATE hosts SET fee_flat_minor = 20000 WHERE id = $1', [key.hostId]);
  await untilBoth('the new fee', ({ body }) => body.data?.items[0].fee === 65_000);
  await query('INSERT INTO promo_code_ticket_types VALUES ($1, $2)', [promoCodeId, skus[1]]);
  await untilBoth('the code to be for other tickets', ({ body }) => body.error_code === 'invalid_promo_code');
  await query('DELETE FROM promo_code_ticket_types WHERE promo_code_id = $1', [promoCodeId]);
  await untilBoth('the code to be for all tickets', ({ status }) => status === 200);
  await query('UPDATE ticket_types SET maximum_per_order = 2 WHERE id = $1', [skus[0]]);
  await untilBoth('the new limit', ({ body }) => body.error_code === 'quantity_limit');
});
