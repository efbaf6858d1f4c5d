import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromStripeUnits, toStripeUnits } from '../payments/stripe/stripe-units.ts';
import { COUNTRIES } from '../money/countries.ts';
import { GatewayRefused } from '../payments/gateway.ts';
import { decimalsOf } from '../values/major-units.ts';
import { ACCOUNT_GATEWAYS } from './gateway-accounts.ts';
import { GATEWAYS } from './gateways/all-gateways.ts';
import { CURRENCIES, GATEWAY_CURRENCIES, gatewaysFor, isTaken, takingOf } from './gateway-currencies.ts';

test('each gateway takes a currency in its own unit, from its smallest amount to its largest', () => {
  const takings: [Parameters<typeof takingOf>, ReturnType<typeof takingOf>][] = [
    [['stripe', 'USD'], { smallestMinor: 50, largestMinor: 999_999_999_999, stepMinor: 1, decimals: 2 }],
    [['stripe', 'JPY'], { smallestMinor: 50, largestMinor: 999_999_999_999, stepMinor: 1, decimals: 0 }],
    // Counted in hundredths that are always 00.
    [['stripe', 'UGX'], { smallestMinor: 1, largestMinor: 9_999_999_999, stepMinor: 1, decimals: 2 }],
    [['stripe', 'ISK'], { smallestMinor: 1, largestMinor: 9_999_999_999, stepMinor: 1, decimals: 2 }],
    // The last of three digits is always 0.
    [['stripe', 'KWD'], { smallestMinor: 10, largestMinor: 999_999_999_990, stepMinor: 10, decimals: 3 }],
    // A fifth of an ariary is none to Stripe.
    [
      ['stripe', 'MGA'],
      { smallestMinor: 100, largestMinor: 99_999_999_999_900, stepMinor: 100, decimals: 0 },
    ],
    [['stripe', 'HUF'], { smallestMinor: 17_500, largestMinor: 999_999_999_999, stepMinor: 1, decimals: 2 }],
    [['stripe', 'IDR'], { smallestMinor: 50, largestMinor: 999_999_999_999, stepMinor: 1, decimals: 2 }],
    [['stripe', 'GHS'], null],
    [['paystack', 'EUR'], null],
  ];
  for (const [asked, taking] of takings) assert.deepEqual(takingOf(...asked), taking, asked.join(' '));
  assert.equal(takingOf('paystack', 'NGN')?.smallestMinor, 5_000);
  assert.equal(takingOf('paystack', 'XOF')?.smallestMinor, 1);
  assert.equal(takingOf('flutterwave', 'UGX')?.decimals, null);
});

test('every currency of every gateway has bounds that its own steps reach', () => {
  for (const gateway of ACCOUNT_GATEWAYS) {
    assert.equal(new Set(GATEWAY_CURRENCIES[gateway]).size, GATEWAY_CURRENCIES[gateway].length);
    for (const currency of GATEWAY_CURRENCIES[gateway]) {
      const taking = takingOf(gateway, currency);
      assert.ok(taking && taking.smallestMinor > 0 && taking.smallestMinor < taking.largestMinor, currency);
      assert.equal(taking.smallestMinor % taking.stepMinor, 0, currency);
    }
  }
});

test('the gateways of a currency are offered as its country knows them', () => {
  assert.deepEqual(gatewaysFor('NGN'), ['paystack', 'flutterwave', 'stripe']);
  assert.deepEqual(gatewaysFor('EUR'), ['mollie', 'flutterwave', 'stripe', 'paypal']);
  assert.deepEqual(gatewaysFor('PLN'), ['mollie', 'stripe', 'paypal']);
  assert.deepEqual(gatewaysFor('USD').slice(0, 2), ['stripe', 'paypal']);
  assert.deepEqual(gatewaysFor('KPW'), []);
  for (const gateway of ACCOUNT_GATEWAYS)
    for (const currency of GATEWAYS[gateway].atHomeIn) assert.ok(takingOf(gateway, currency), currency);
});

test('an amount told to Stripe comes back as it was, in every currency', () => {
  assert.equal(toStripeUnits(5, 'ISK'), '500');
  assert.equal(toStripeUnits(500, 'JPY'), '500');
  assert.equal(toStripeUnits(5_120, 'KWD'), '5120');
  assert.equal(toStripeUnits(150_000, 'MGA'), '1500');
  assert.throws(() => toStripeUnits(5_124, 'KWD'), GatewayRefused);
  assert.throws(() => toStripeUnits(150, 'MGA'), GatewayRefused);
  assert.equal(fromStripeUnits('550', 'ISK'), null);
  for (const currency of GATEWAY_CURRENCIES.stripe) {
    const { smallestMinor = 0, largestMinor = 0 } = takingOf('stripe', currency) ?? {};
    for (const amountMinor of [smallestMinor, largestMinor])
      assert.equal(fromStripeUnits(toStripeUnits(amountMinor, currency), currency), amountMinor, currency);
  }
});

test('an amount too low, too high or too fine for a gateway is known before anybody pays', () => {
  const asked: [Parameters<typeof isTaken>, boolean][] = [
    [['stripe', 'USD', 49], false],
    [['stripe', 'USD', 50], true],
    [['stripe', 'USD', 100_000_000], true],
    [['stripe', 'USD', 1_000_000_000_000], false],
    // Some 240 US dollars, and 11.
    [['stripe', 'COP', 100_000_000], true],
    [['stripe', 'LBP', 100_000_000], true],
    [['stripe', 'KWD', 12_345], false],
    [['stripe', 'KWD', 12_340], true],
    [['paystack', 'NGN', 4_999], false],
    [['paystack', 'NGN', 5_000], true],
    [['stripe', 'GHS', 5_000], false],
  ];
  for (const [amount, taken] of asked) assert.equal(isTaken(...amount), taken, amount.join(' '));
});

test('prices are counted in wholes, hundredths or thousandths', () => {
  assert.deepEqual(['JPY', 'UGX', 'NGN', 'HUF', 'KWD'].map(decimalsOf), [0, 0, 2, 2, 3]);
  assert.ok(CURRENCIES.length > 130);
});

// Their hosts sell at the counter and give tickets away: an event is in the currency of its country.
test('nearly every country has a currency that some gateway takes', () => {
  const without = Object.values(COUNTRIES).filter(({ currency }) => !CURRENCIES.includes(currency));
  assert.ok(without.length < 25, without.map(({ region, currency }) => `${region} ${currency}`).join(', '));
});
