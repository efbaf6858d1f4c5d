import assert from 'node:assert/strict';
import { COUNTRIES, localeOf, type Country } from '../money/countries.ts';
import { formatMoney } from '../money/format-money.ts';
import { html, type Html } from '../mail/html.ts';
import { backToShop, type SandboxPayment } from './sandbox-payment.ts';
import { groupDigits, TEST_CARDS, type TestCard } from './test-cards.ts';

/** Why the last try did not work. */
export type Trouble = 'declined' | 'insufficient_funds' | 'not_a_test_card';

const TROUBLES: Record<Trouble, { title: string; text: string }> = {
  declined: {
    title: 'The card was declined',
    text: 'The bank did not allow this payment. Nothing was taken. Try another card.',
  },
  insufficient_funds: {
    title: 'Insufficient funds',
    text: 'There is not enough money on this card. Nothing was taken. Try another card.',
  },
  not_a_test_card: {
    title: 'This is not a test card',
    text: 'Choose one of the cards below, or type its number. Never enter a real card here.',
  },
};

/** The page of a payment as it stands: the form, or what became of it. */
export function renderPayPage(payment: SandboxPayment, trouble?: Trouble): string {
  const country = countryOf(payment.currency);
  const amount = formatMoney(payment.amount_minor, country);
  const aside = summary(payment, { amount, country });
  const end = ENDS[payment.status];
  if (end) return page({ title: end.title, aside, main: ending({ ...end, linkTo: backToShop(payment) }) });
  return page({
    title: trouble ? TROUBLES[trouble].title : `Pay ${amount}`,
    aside,
    main: form({ amount, trouble }),
  });
}

export function renderUnknownPayment(): string {
  return page({
    title: 'There is no such payment',
    main: ending({
      title: 'There is no such payment',
      text: 'The link is incomplete, or the payment was made so long ago that it has been forgotten. Ask the shop for a new link.',
      icon: 'stop',
      linkTo: null,
    }),
  });
}

type End = { title: string; text: string; icon: 'check' | 'clock' | 'stop' };

/** The states in which no card is taken any more. */
const ENDS: Partial<Record<SandboxPayment['status'], End>> = {
  paid: { title: 'This is paid', text: 'There is nothing more to do here.', icon: 'check' },
  processing: {
    title: 'Your bank transfer is under way',
    text: 'It can take a while to arrive. The shop will be told as soon as it does, and there is nothing more to do here.',
    icon: 'clock',
  },
  closed: {
    title: 'This payment was closed',
    text: 'The shop takes no money for it any more. Nothing was taken.',
    icon: 'stop',
  },
  expired: {
    title: 'The time to pay is over',
    text: 'Nothing was taken. Go back to the shop to order again.',
    icon: 'clock',
  },
};

function countryOf(currency: string): Country {
  const country = (Object.keys(COUNTRIES) as Country[]).find((name) => COUNTRIES[name].currency === currency);
  assert(country, `no country pays in ${currency}`);
  return country;
}

function summary(payment: SandboxPayment, { amount, country }: { amount: string; country: Country }): Html {
  return html`<section class="summary" aria-labelledby="to-pay">
    <h2 id="to-pay">${payment.status === 'paid' ? 'Paid' : 'To pay'}</h2>
    <p class="amount">${amount}</p>
    <p class="description">${payment.description}</p>
    ${
      !ENDS[payment.status] &&
      html`<p class="countdown">
        ${icon('clock')}<span role="timer" data-seconds-left="${payment.seconds_left}"
          >Pay by ${timeIn(payment.pay_by, country)}</span
        >
      </p>`
    }
    <dl>
      <div>
        <dt>Paid by</dt>
        <dd>${payment.name}</dd>
      </div>
      <div>
        <dt>Receipt to</dt>
        <dd>${payment.email}</dd>
      </div>
      <div>
        <dt>Reference</dt>
        <dd class="mono">${payment.reference}</dd>
      </div>
    </dl>
  </section>`;
}

function timeIn(at: Date, country: Country): string {
  return new Intl.DateTimeFormat(localeOf('en', country), {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: COUNTRIES[country].timezone,
    timeZoneName: 'short',
  }).format(at);
}

function form({ amount, trouble }: { amount: string; trouble: Trouble | undefined }): Html {
  const isTyped = trouble === 'not_a_test_card';
  // Cancelling is a card too: of two values with one name the last counts, and the button comes after the cards.
  return html`<form method="post" autocomplete="off">
    <h1>Pay by card</h1>
    ${
      trouble &&
      html`<div class="trouble" role="alert" tabindex="-1">
        ${icon('alert')}
        <div>
          <strong>${TROUBLES[trouble].title}</strong>
          <p>${TROUBLES[trouble].text}</p>
        </div>
      </div>`
    }
    <fieldset>
      <legend>Choose a test card</legend>
      <div class="cards">
        ${TEST_CARDS.map((card) => choice(card, !isTyped && card.behaviour === 'success'))}
        <div class="card typed">
          <label class="face">
            <input type="radio" name="card" value="typed" ${isTyped && html`checked`} />
            <span class="name">Type a card number</span>
          </label>
          <div class="number-field">
            <label for="number">Card number</label>
            <input
              id="number"
              name="number"
              class="mono"
              inputmode="numeric"
              maxlength="40"
              placeholder="4242 4242 4242 4242"
              aria-describedby="number-note"
              ${isTyped && html`aria-invalid="true"`}
            />
            <p id="number-note">One of the numbers above. Never a real card.</p>
          </div>
        </div>
      </div>
    </fieldset>
    <div class="actions">
      <button class="pay">${icon('lock')}<span>Pay ${amount}</span></button>
    </div>
    <button class="cancel" name="card" value="leave">Cancel and go back</button>
  </form>`;
}

function choice(card: TestCard, isChecked: boolean): Html {
  const about = `about-${card.behaviour}`;
  return html`<div class="card ${card.behaviour}">
    <label class="face">
      <input
        type="radio"
        name="card"
        value="${card.behaviour}"
        aria-describedby="${about}"
        ${isChecked && html`checked`}
      />
      <span class="name">${card.name}</span>
      <span class="number mono">${groupDigits(card.number)}</span>
    </label>
    <p class="about" id="${about}">${card.about}</p>
  </div>`;
}

function ending(end: End & { linkTo: string | null }): Html {
  return html`<div class="ending ${end.icon}">
    ${icon(end.icon)}
    <h1>${end.title}</h1>
    <p>${end.text}</p>
    ${end.linkTo !== null && html`<a class="pay" href="${end.linkTo}">Continue to the shop</a>`}
  </div>`;
}

const ICONS = {
  check: html`<path d="M5 12.5l4.5 4.5L19 7.5" />`,
  clock: html`<circle cx="12" cy="12" r="8.5" /><path d="M12 7v5l3.2 2" />`,
  stop: html`<circle cx="12" cy="12" r="8.5" /><path d="M8.5 12h7" />`,
  alert: html`<circle cx="12" cy="12" r="8.5" /><path d="M12 7.5v5.5M12 16.2v.1" />`,
  lock: html`<rect x="5" y="10.5" width="14" height="9" rx="2" /><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />`,
};

function icon(name: keyof typeof ICONS): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${ICONS[name]}
  </svg>`;
}

/** Addresses are relative, so that the page works under whatever path a proxy shows it. */
function page({ title, aside, main }: { title: string; aside?: Html; main: Html }): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} · Sandbox Pay</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="stylesheet" href="pay-page.css" />
        <script src="pay-page.js" defer></script>
      </head>
      <body>
        <header class="banner"><strong>Sandbox: no real money</strong></header>
        <div class="sheet ${!aside && 'narrow'}">
          <aside>
            <p class="brand">
              <svg class="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                <rect x="2" y="5" width="20" height="14" rx="3.5" />
                <path d="M2 10h20" />
                <path d="M6 15h4" />
              </svg>
              Sandbox Pay
            </p>
            ${aside}
          </aside>
          <main>${main}</main>
        </div>
      </body>
    </html>`.markup;
}
