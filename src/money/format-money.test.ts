import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { COUNTRIES, COUNTRY_NAMES } from './countries.ts';
import { LANGUAGES } from '../values/language.ts';
import { decimalsOf } from '../values/major-units.ts';
import { formatMoney, formatPrice } from './format-money.ts';

const countries = COUNTRY_NAMES;

test('the digits of the text are the digits of the amount, whatever its size', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...countries),
      fc.constantFrom(...LANGUAGES),
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      (country, language, amountMinor) => {
        const digits = formatMoney(amountMinor, country, language).replace(/\D/g, '');
        const decimals = decimalsOf(COUNTRIES[country].currency);
        assert.equal(digits, String(amountMinor).padStart(decimals + 1, '0'));
      },
    ),
  );
});

test('an amount below zero is the amount above it with a minus', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...countries),
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      (country, amountMinor) => {
        assert.equal(
          formatMoney(-amountMinor, country).replaceAll(/[-−\s]/g, ''),
          formatMoney(amountMinor, country).replaceAll(/\s/g, ''),
        );
      },
    ),
  );
});

test('each country writes its own currency in its own way', () => {
  assert.equal(formatMoney(1_500_000, 'NIGERIA'), '₦15,000.00');
  assert.equal(formatMoney(123_456, 'GHANA'), 'GH₵1,234.56');
  assert.equal(formatMoney(123_456, 'SOUTH_AFRICA').replace(/\s/g, ' '), 'R 1 234,56');
  assert.equal(formatMoney(123_456, 'KENYA').replace(/\s/g, ' '), 'Ksh 1,234.56');
  assert.equal(formatMoney(1_500, 'JAPAN'), '¥1,500');
  assert.equal(formatMoney(1_500, 'KUWAIT').replace(/\s/g, ' '), 'KWD 1.500');
  assert.equal(formatMoney(150_000, 'GERMANY').replace(/\s/g, ' '), '€1,500.00');
  assert.equal(formatMoney(150_000, 'UNITED_STATES'), '$1,500.00');
  assert.equal(formatMoney(150_000, 'HUNGARY').replace(/\s/g, ' '), '1 500,00 Ft');
});

test('in French an amount has its sign behind it and spaces that do not break', () => {
  assert.equal(formatMoney(1_500_000, 'NIGERIA', 'fr'), '15\u202f000,00\u00a0₦');
  assert.equal(formatMoney(123_456, 'GHANA', 'fr'), '1\u202f234,56\u00a0GH₵');
  assert.equal(formatPrice(0, 'GHANA', 'Gratuit', 'fr'), 'Gratuit');
  assert.equal(formatPrice(5, 'GHANA', 'Gratuit', 'fr'), '0,05\u00a0GH₵');
});

test('amounts of one unit and less keep their zeros', () => {
  assert.equal(formatMoney(0, 'NIGERIA'), '₦0.00');
  assert.equal(formatMoney(5, 'NIGERIA'), '₦0.05');
  assert.equal(formatMoney(99, 'NIGERIA'), '₦0.99');
  assert.equal(formatMoney(100, 'NIGERIA'), '₦1.00');
});

test('a price of nothing is a word, any other an amount', () => {
  for (const country of countries) {
    assert.equal(formatPrice(0, country, 'Free'), 'Free');
    assert.equal(formatPrice(0, country, 'FREE'), 'FREE');
    assert.equal(formatPrice(1, country, 'FREE'), formatMoney(1, country));
  }
});
