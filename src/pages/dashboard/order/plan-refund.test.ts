import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderView } from './data.ts';
import { planRefund, toRefund } from './plan-refund.ts';

const ticket = (ticketId: string, voidedAt: string | null = null) => ({ ticketId, paidMinor: 400, voidedAt });
const order = {
  tickets: [ticket('a'), ticket('b'), ticket('c', '2026-01-01T00:00:00.000Z')],
  seatChanges: [],
  payments: [
    { use: 'surplus', amountMinor: 9_000, refundedMinor: 9_000, lostMinor: 0 },
    { use: 'order', amountMinor: 1_200, refundedMinor: 500, lostMinor: 0, stepMinor: 1, gateway: 'sandbox' },
  ],
} as unknown as OrderView;
const chosen = {
  what: 'all',
  ticketIds: [],
  amountMinor: null,
  money: 'back',
} as const satisfies Parameters<typeof planRefund>[1];

const planned = (other: Partial<Parameters<typeof planRefund>[1]>) => {
  const { tickets, ...plan } = planRefund(order, { ...chosen, ...other });
  return { ...plan, tickets: tickets.map(({ ticketId }) => ticketId).join('') };
};

test('all: every good ticket and all that is left of the order’s own payment', () => {
  assert.deepEqual(planned({}), {
    tickets: 'ab',
    amountMinor: 700,
    staysMinor: 0,
    stayGood: 0,
    differencesMinor: 0,
    returnsDifferences: true,
    problem: null,
  });
});

test('by a gateway that pays out tens alone, a part is rounded down, and a typed amount is asked for anew', () => {
  const payments = [
    { use: 'order', amountMinor: 35_750, refundedMinor: 0, lostMinor: 0, stepMinor: 10, gateway: 'stripe' },
  ];
  const tickets = [{ ...ticket('a'), paidMinor: 11_916 }, ticket('b')];
  const dinars = { ...order, tickets, payments, currency: 'KWD' } as unknown as OrderView;
  const plan = (other: object) => planRefund(dinars, { ...chosen, ...other });
  assert.equal(plan({ what: 'tickets', ticketIds: ['a'] }).amountMinor, 11_910);
  assert.equal(plan({}).amountMinor, 35_750);
  assert.equal(plan({ what: 'amount', amountMinor: 1_234 }).problem, 'too_fine');
  assert.equal(plan({ what: 'amount', amountMinor: 1_230 }).problem, null);
});

test('some tickets: what they cost, and never more than is left', () => {
  const one = {
    tickets: 'b',
    amountMinor: 400,
    staysMinor: 300,
    stayGood: 1,
    differencesMinor: 0,
    returnsDifferences: true,
    problem: null,
  };
  assert.deepEqual(planned({ what: 'tickets', ticketIds: ['b'] }), one);
  assert.equal(planned({ what: 'tickets', ticketIds: ['a', 'b'] }).amountMinor, 700);
  assert.equal(planned({ what: 'tickets' }).problem, 'no_ticket');
});

test('an amount leaves the tickets good; too much of it, or none, is said', () => {
  const some = {
    tickets: '',
    amountMinor: 700,
    staysMinor: 0,
    stayGood: 2,
    differencesMinor: 0,
    returnsDifferences: true,
    problem: null,
  };
  assert.deepEqual(planned({ what: 'amount', amountMinor: 700 }), some);
  assert.equal(planned({ what: 'amount', amountMinor: 701 }).problem, 'too_much');
  assert.equal(planned({ what: 'amount' }).problem, 'no_amount');
});

test('without money the tickets are void alone', () => {
  const kept = {
    tickets: 'ab',
    amountMinor: 0,
    staysMinor: 700,
    stayGood: 0,
    differencesMinor: 0,
    returnsDifferences: false,
    problem: null,
  };
  assert.deepEqual(planned({ money: 'kept' }), kept);
});

test('payments for better seats of the tickets go back with them, and stay where the money is kept', () => {
  const moved = { ...order, seatChanges: [{ ticketId: 'b', leftMinor: 90 }] } as unknown as OrderView;
  const of = (other: object) => planRefund(moved, { ...chosen, ...other });
  assert.equal(of({}).differencesMinor, 90);
  assert.equal(of({ what: 'tickets', ticketIds: ['a'] }).differencesMinor, 0);
  assert.equal(of({ what: 'amount', amountMinor: 10 }).differencesMinor, 0);
  assert.equal(of({ money: 'kept' }).differencesMinor, 0);
  const sent = { plan: of({}), requestKey: 'key', reason: '', returnsStock: false, tellsBuyer: true };
  assert.equal(toRefund(moved, sent).returnsDifferences, true);
  // One may be paid while the page is open, which knows of none.
  assert.equal(toRefund(order, { ...sent, plan: planRefund(order, chosen) }).returnsDifferences, true);
  const kept = planRefund(order, { ...chosen, money: 'kept' });
  assert.equal(toRefund(order, { ...sent, plan: kept }).returnsDifferences, false);
});

test('the body says what it was shown on', () => {
  const plan = planRefund(order, chosen);
  assert.deepEqual(
    toRefund(order, { plan, requestKey: 'key', reason: '', returnsStock: false, tellsBuyer: true }),
    {
      requestKey: 'key',
      ticketIds: ['a', 'b'],
      amountMinor: 700,
      returnsDifferences: true,
      returnsStock: false,
      tellsBuyer: true,
      reason: '',
      leftMinor: 700,
      goodTickets: 2,
    },
  );
});
