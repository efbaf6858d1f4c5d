import type { PayPage, PayTrouble } from './contract.ts';
import { COUNTRIES, COUNTRY_NAMES, localeOf, type Country } from '../../money/countries.ts';
import { formatMoney } from '../../money/format-money.ts';
import { moneyFormatter } from '../../values/money-formatter.ts';
import { backToShop, type SandboxPayment } from './server/sandbox-payment.ts';
import { groupDigits, TEST_CARDS } from './server/test-cards.ts';

/** The page of a payment as it stands: the form, or what became of it. */
export function toPayPage(payment: SandboxPayment, trouble: PayTrouble | null = null): PayPage {
  const country = countryOf(payment.currency);
  const shown = {
    amount: country
      ? formatMoney(payment.amount_minor, country)
      : moneyFormatter('en', payment.currency, 'code')(payment.amount_minor),
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
      return {
        about: 'end',
        end: payment.status,
        payment: shown,
        shopUrl: backToShop(payment),
        dispute: payment.status === 'paid' ? (payment.dispute_state ?? 'none') : null,
      };
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

/** The first that pays in it: the sandbox knows nothing of the event. Undefined: none does. */
const countryOf = (currency: string): Country | undefined =>
  COUNTRY_NAMES.find((name) => COUNTRIES[name].currency === currency);

function timeIn(at: Date, country: Country | undefined): string {
  return new Intl.DateTimeFormat(country ? localeOf('en', country) : 'en', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: country ? COUNTRIES[country].timezone : 'UTC',
    timeZoneName: 'short',
  }).format(at);
}
