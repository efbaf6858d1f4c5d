import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyFormatter } from './format-money.ts';
import { formatMoment, momentElsewhere } from './format-moment.ts';

const SPACES = /\s/g;
const LAGOS = { locale: 'en-NG', timezone: 'Africa/Lagos' };
const STARTS_AT = '2027-03-06T18:00:00.000Z';

test('money is written as the country does, in the buyer’s language', () => {
  assert.equal(moneyFormatter('en-NG', 'NGN')(1_500_000), '₦15,000.00');
  assert.equal(moneyFormatter('fr-NG', 'NGN')(1_500_000).replace(SPACES, ' '), '15 000,00 ₦');
  assert.equal(moneyFormatter('en-NG', 'NGN')(5), '₦0.05');
  assert.equal(moneyFormatter('en-NG', 'NGN')(-100_000), '-₦1,000.00');
});

test('an amount beyond what a float can hold keeps its last digit', () => {
  const digits = moneyFormatter('en-NG', 'NGN')(Number.MAX_SAFE_INTEGER).replace(/\D/g, '');
  assert.equal(digits, String(Number.MAX_SAFE_INTEGER));
});

test('an event’s time is that of its place', () => {
  const { date, time } = formatMoment(STARTS_AT, LAGOS);
  assert.match(date, /6 Mar 2027/);
  assert.match(time, /19:00|7:00/);
});

test('the buyer’s clock is shown only where it shows something else', () => {
  const elsewhere = (buyersTimezone: string) => momentElsewhere(STARTS_AT, { ...LAGOS, buyersTimezone });
  assert.equal(elsewhere('Africa/Lagos'), null);
  assert.equal(elsewhere('Africa/Luanda'), null);
  assert.match(elsewhere('Africa/Johannesburg') ?? '', /^20:00$|^8:00/);
  assert.match(elsewhere('Asia/Tokyo') ?? '', /7 Mar/);
});
