import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertMatches } from '../../../test/contract/document.ts';
import { PurchaseWebhookSchema, TestWebhookSchema } from '../webhook-schemas.ts';
import { purchaseBody, testBody, type Purchase } from './make-body.ts';

const PAID_AT = new Date('2026-03-01T10:00:00.123Z');
const SENT_AT = new Date('2026-03-01T10:00:01.456Z');
const SKU = '0192f0c1-0000-7000-8000-000000000001';
const OTHER_SKU = '0192f0c1-0000-7000-8000-000000000002';
const ADA = { email: 'ada@buyer.example', firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567' };
const BEN = { email: 'ben@friend.example', firstName: 'Ben', lastName: 'Eze', phone: null };

const item = (more: Partial<Purchase['items'][number]> = {}) => ({
  sku: SKU,
  name: 'Regular',
  quantity: 2,
  price: 1_000_000,
  fee: 60_000,
  discount: 0,
  ...more,
});

const purchase = (more: Partial<Purchase> = {}): Purchase => ({
  eventId: '0192f0c1-0000-7000-8000-0000000000ff',
  country: 'NIGERIA',
  reference: 'TSR-4K7Q-9XWD-2MBA-R8TN',
  totalMinor: 2_120_000,
  paidAt: PAID_AT,
  items: [item()],
  buyer: ADA,
  recipients: null,
  metadata: '{}',
  ...more,
});

function read(more: Partial<Purchase> = {}) {
  const body = JSON.parse(purchaseBody(purchase(more), SENT_AT));
  assertMatches(PurchaseWebhookSchema, body, 'the webhook of a purchase');
  return body;
}

test('the body of a purchase, to the byte', () => {
  assert.equal(
    purchaseBody(purchase({ metadata: '{"cart":"4711"}' }), SENT_AT),
    '{"eventType":"TICKET_PURCHASED","data":{"eventId":"0192f0c1-0000-7000-8000-0000000000ff",' +
      '"reference":"TSR-4K7Q-9XWD-2MBA-R8TN","amount":2120000,"formattedAmount":"₦21,200.00",' +
      '"paidAt":"2026-03-01T10:00:00.123Z","sentAt":"2026-03-01T10:00:01.456Z",' +
      '"orders":[{"sku":"0192f0c1-0000-7000-8000-000000000001","amount":2120000,"formattedAmount":"₦21,200.00","quantity":2,' +
      '"customer":{"email":"ada@buyer.example","firstName":"Ada","lastName":"Obi","phone":"+2348031234567"}}],' +
      '"metadata":{"cart":"4711"}}}',
  );
});

test('a free order says so by its amount, and has the zero time twice', () => {
  const { data } = read({ totalMinor: 0, paidAt: null, items: [item({ price: 0, fee: 0 })] });
  assert.equal(data.amount, 0);
  assert.equal(data.paidAt, '0001-01-01T00:00:00Z');
  assert.equal(data.sentAt, '0001-01-01T00:00:00Z');
  assert.deepEqual(
    data.orders.map((entry: { amount: number; quantity: number }) => [entry.amount, entry.quantity]),
    [[0, 2]],
  );
});

test('metadata comes back as it was sent: key order, 1.0, long numbers, escapes and spaces', () => {
  for (const metadata of [
    '{"b":1,"a":2}',
    '{"n":1.0,"big":12345678901234567890,"e":1e5}',
    String.raw`{"text":"\u00e9\ud83d\ude00\"}}"}`,
    '{ "spaced" :\n\t[ 1 , 2 ] }',
    '{"__proto__":{"x":1},"a":1,"a":2}',
    '{"é":"😀"}',
  ]) {
    const body = purchaseBody(purchase({ metadata }), SENT_AT);
    assert.ok(body.endsWith(`,"metadata":${metadata}}}`), body);
    assert.deepEqual(JSON.parse(body).data.metadata, JSON.parse(metadata));
  }
});

test('one entry per recipient and sku: where all tickets are for one person, one entry a sku', () => {
  const items = [item(), item({ sku: OTHER_SKU, quantity: 1 })];
  const forBen = read({ totalMinor: 3_180_000, items, recipients: [BEN, BEN, BEN] });
  assert.deepEqual(
    forBen.data.orders.map((entry: { sku: string; quantity: number; customer: object }) => [
      entry.sku,
      entry.quantity,
      entry.customer,
    ]),
    [
      [SKU, 2, { ...BEN, phone: '' }],
      [OTHER_SKU, 1, { ...BEN, phone: '' }],
    ],
  );
});

test('a cart for several people comes ticket by ticket, and an odd discount still adds up', () => {
  const items = [
    item({ quantity: 3, discount: 100 }),
    item({ sku: OTHER_SKU, quantity: 1, price: 500, fee: 0 }),
  ];
  const { data } = read({ totalMinor: 3 * 1_060_000 - 100 + 500, items, recipients: [ADA, BEN, ADA, BEN] });
  assert.deepEqual(
    data.orders.map(
      (entry: { sku: string; amount: number; quantity: number; customer: { email: string } }) => [
        entry.sku,
        entry.amount,
        entry.quantity,
        entry.customer.email,
      ],
    ),
    [
      [SKU, 1_059_966, 1, ADA.email],
      [SKU, 1_059_967, 1, BEN.email],
      [SKU, 1_059_967, 1, ADA.email],
      [OTHER_SKU, 500, 1, BEN.email],
    ],
  );
});

test('no telephone number is an empty one', () => {
  assert.equal(read({ buyer: BEN }).data.orders[0].customer.phone, '');
});

test('the amounts of the entries are whole and add up to the amount, whatever the cart', () => {
  const lines = fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 12 }),
      price: fc.integer({ min: 0, max: 10_000_000_000 }),
      fee: fc.integer({ min: 0, max: 250_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(lines, fc.infiniteStream(fc.boolean()), fc.boolean(), (cart, picks, isGift) => {
      const items = cart.map(({ share, ...line }, index) => ({
        ...line,
        name: 'Any',
        sku: `0192f0c1-0000-7000-8000-00000000000${index}`,
        discount: Math.floor(share * line.quantity * line.price),
      }));
      const totalMinor = items.reduce(
        (sum, one) => sum + one.quantity * (one.price + one.fee) - one.discount,
        0,
      );
      const tickets = items.reduce((sum, one) => sum + one.quantity, 0);
      const recipients = isGift ? [...picks.take(tickets)].map((pick) => (pick ? ADA : BEN)) : null;
      const { data } = read({ items, totalMinor, recipients });
      const entries: { amount: number; quantity: number }[] = data.orders;
      assert.equal(
        entries.reduce((sum, entry) => sum + entry.amount, 0),
        data.amount,
      );
      assert.equal(
        entries.reduce((sum, entry) => sum + entry.quantity, 0),
        tickets,
      );
      for (const { amount } of entries) assert.ok(Number.isSafeInteger(amount) && amount >= 0);
    }),
  );
});

test('a total that its items do not explain is not sent', () => {
  assert.throws(() => purchaseBody(purchase({ totalMinor: 2_120_001 }), SENT_AT), /do not add up/);
});

test('a test has a message, a reference and a time, and nothing else', () => {
  const body = JSON.parse(testBody('TEST-1', SENT_AT));
  assert.deepEqual(Object.keys(body), ['eventType', 'data']);
  assertMatches(TestWebhookSchema, body, 'the webhook of a test');
  assert.equal(body.eventType, 'WEBHOOK_TEST');
  assert.deepEqual(Object.keys(body.data), ['message', 'reference', 'sentAt']);
  assert.equal(body.data.reference, 'TEST-1');
  assert.equal(body.data.sentAt, '2026-03-01T10:00:01.456Z');
});
