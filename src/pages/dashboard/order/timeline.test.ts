import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderView } from './data.ts';
import { orderTextsIn } from './texts.ts';
import { howPaid, timelineOf } from './timeline.ts';

const at = (second: number): string => new Date(second * 1_000).toISOString();
const en = orderTextsIn('en');
const member = { kind: 'member', name: 'Ada' };

test('all that happened is in one list, the newest first; who asked for a refund and why is told with it', () => {
  const order = {
    changes: [
      {
        at: at(1),
        status: 'pending_payment',
        cause: 'the gateway gave a payment link',
        told: 'the gateway gave a payment link',
        by: null,
      },
      { at: at(3), status: 'confirmed', cause: 'the gateway called', told: 'the gateway called', by: null },
      {
        at: at(9),
        status: 'confirmed',
        cause: 'a refund was asked for: she is ill',
        told: 'a refund was asked for: she is ill',
        by: member,
      },
      {
        at: at(60),
        status: 'refunded',
        cause: 'the gateway has paid the money back',
        told: 'the gateway has paid the money back',
        by: null,
      },
    ],
    payments: [
      {
        paidAt: at(2),
        amountMinor: 5,
        currency: 'NGN',
        gateway: 'stripe',
        method: 'card',
        gatewayPaymentId: 'x',
        use: 'order',
      },
    ],
    refunds: [
      {
        id: 'r',
        createdAt: at(9),
        amountMinor: 5,
        currency: 'NGN',
        reason: 'host',
        status: 'succeeded',
        note: null,
      },
    ],
    mails: [
      {
        id: 'm',
        kind: 'tickets',
        recipient: 'a@b.c',
        state: 'sent',
        createdAt: at(3),
        endedAt: at(4),
        lastError: null,
      },
    ],
    deliveries: [
      {
        id: 'd',
        url: 'https://x.example',
        status: 'failed',
        attempts: 2,
        failure: 'Gone.',
        isAgain: false,
        createdAt: at(3),
        endedAt: at(5),
      },
    ],
  } as unknown as OrderView;
  const states = { pending_payment: 'Waiting', confirmed: 'Confirmed', refunded: 'Refunded' } as never;
  const entries = timelineOf(order, {
    texts: en,
    states,
    money: (minor, currency) => `${currency} ${minor}`,
  });
  assert.deepEqual(
    entries.map(({ title, details, badge }) => [title, ...details, badge?.text ?? ''].join(' | ')),
    [
      'Refunded | The gateway has paid the money back | ',
      'Refund of NGN 5 | By Ada | she is ill | Paid back',
      'Webhook delivery | https://x.example | 2 attempts | Gone. | Failed',
      'E-mail: Tickets | a@b.c | Sent',
      'Confirmed | The gateway called | ',
      'Payment of NGN 5 | Paid by Stripe (card) | ',
      'Waiting | The gateway gave a payment link | ',
    ],
  );
});

test('payments to the host itself are told in words', () => {
  const payment = {
    paidAt: at(2),
    amountMinor: 5,
    currency: 'NGN',
    gateway: 'by_hand',
    method: null,
    gatewayPaymentId: 'x',
    use: 'order',
  };
  const told = (paidBy: OrderView['paidBy']): string[] => {
    const order = { paidBy, changes: [], payments: [payment], refunds: [], mails: [], deliveries: [] };
    const words = { texts: en, states: {} as never, money: String };
    return timelineOf(order as unknown as OrderView, words).flatMap(({ details }) => details);
  };
  assert.deepEqual([told('cash'), told('transfer'), told('card'), told('other')].flat(), [
    'Paid to you in cash',
    'Paid to you by transfer',
    'Paid to you by card',
    'Paid to you another way',
  ]);
});

test('a transfer is told as such, and one that is not needed is the host’s to give back', () => {
  const told = (use: 'order' | 'late' | 'surplus' | 'mismatch'): string =>
    howPaid({ paidBy: null }, { gateway: 'bank_transfer', method: 'bank_transfer', use }, en);
  assert.equal(told('order'), 'Paid by bank transfer');
  assert.equal(told('late'), 'Transferred too late: give it back yourself');
});

test('a payment is told with its gateway, and with what was paid there where that says more', () => {
  const told = (gateway: string, method: string | null) =>
    howPaid({ paidBy: null }, { gateway, method, use: 'order' } as Parameters<typeof howPaid>[1], en);
  assert.deepEqual(
    [
      told('mollie', 'bank'),
      told('mollie', null),
      told('paypal', 'paypal'),
      told('mpesa', 'mobile_money'),
      told('bank_transfer', 'bank_transfer'),
      told('sandbox', null),
    ],
    [
      'Paid by Mollie (bank account)',
      'Paid by Mollie',
      'Paid by PayPal',
      'Paid by M-Pesa (mobile money)',
      'Paid by bank transfer',
      'Paid by the sandbox',
    ],
  );
});
