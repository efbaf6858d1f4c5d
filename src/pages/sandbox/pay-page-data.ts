import assert from 'node:assert/strict';
import type { PayPage, PayTrouble } from './contract.ts';
import { COUNTRIES, localeOf, type Country } from '../../money/countries.ts';
import { formatMoney } from '../../money/format-money.ts';
import { backToShop, type SandboxPayment } from './server/sandbox-payment.ts';
import { groupDigits, TEST_CARDS } from './server/test-cards.ts';

/** The page of a payment as it stands: the form, or what became of it. */
export function toPayPage(payment: SandboxPayment, trouble: PayTrouble | null = null): PayPage {
  const country = countryOf(payment.currency);
  const shown = {
    amount: formatMoney(payment.amount_minor, country),
    description: payment.description,
    payerName: payment.name,
    payerEmail: payment.email,
    reference: payment.reference,
  };
  switch (payment.status) {
    case 'paid':
    case 'processing':
    case 'closed':
    case 'expired':
      return { about: 'end', end: payment.status, payment: shown, shopUrl: backToShop(payment) };
    default:
      return {
        about: 'form',
        payment: shown,
        cards: TEST_CARDS.map((card) => ({ ...card, number: groupDigits(card.number) })),
        payBy: timeIn(payment.pay_by, country),
        secondsLeft: payment.seconds_left,
        trouble,
      };
  }
}

function countryOf(currency: string): Country {
  const country = (Object.keys(COUNTRIES) as Country[]).find((name) => COUNTRIES[name].currency === currency);
  assert(country, `no country pays in ${currency}`);
  return country;
}

function timeIn(at: Date, country: Country): string {
  return new Intl.DateTimeFormat(localeOf('en', country), {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: COUNTRIES[country].timezone,
    timeZoneName: 'short',
  }).format(at);
}
