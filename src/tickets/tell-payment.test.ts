import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../values/language.ts';
import type { OrderSummary } from './read-order.ts';
import { tellPayment } from './tell-payment.ts';

const told = (payment: OrderSummary['payment'], given: Partial<OrderSummary> = {}) =>
  tellPayment({ payment, paidBy: null, language: 'en', ...given });

test('a buyer is told with what the order was paid, and through whom', () => {
  assert.equal(told({ through: 'paystack', method: 'card' }), 'Card (Paystack)');
  assert.equal(told({ through: 'mollie', method: null }), 'Mollie');
  assert.equal(told({ through: 'paypal', method: 'paypal' }), 'PayPal');
  assert.equal(told({ through: 'bank_transfer', method: 'bank_transfer' }), 'Bank transfer');
  assert.equal(told({ through: 'sandbox', method: null }), 'Test payment');
  assert.equal(told({ through: 'by_hand', method: null }, { paidBy: 'transfer' }), 'Bank transfer');
  assert.equal(told({ through: 'by_hand', method: null }, { paidBy: 'cash' }), 'Cash');
  assert.equal(told(null), null);
});

test('in every language', () => {
  for (const language of LANGUAGES)
    assert.match(told({ through: 'mpesa', method: 'mobile_money' }, { language }) ?? '', /.{3,} .*M-Pesa/);
});
