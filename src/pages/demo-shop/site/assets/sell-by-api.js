import { copyOf, fill } from './fill.js';
import { randomId } from './tessera-client.js';
import { remember, tessera } from './tessera.js';
import { hideWaiting, showWaiting, stopWaiting } from './waiting-room.js';

const choose = document.getElementById('choose');
const details = document.getElementById('details');
let reservation;
let stopCounting = () => {};
let releasing = Promise.resolve();

// Refusals in the words of this site. The others are shown as they come.
const WORDS = {
  tickets_unavailable: 'Someone was faster: not enough tickets are left.',
  invalid_promo_code: 'This promo code can’t be used for these tickets.',
  quantity_limit: 'That’s more than one order allows.',
  too_many_held:
    'Your network or e-mail address has too many unpaid tickets. Choose fewer and pay for them first, or try again later.',
  rate_limited: 'Too many attempts. Wait a minute, then try again.',
  payment_gateway_error: 'The payment page isn’t answering. We still hold your tickets: try again.',
};
const START_AFRESH = {
  reservation_expired: 'Your hold has expired. Hold your tickets again, if they are still available.',
  quote_mismatch: 'Your cart changed in another tab. Hold your tickets again.',
  order_exists: 'These tickets have already been ordered. To order more, hold tickets again.',
};

/** The site's own screens: choose, hold, say who you are, pay. */
export function showShop(slug, { tickets, isSeated }) {
  document.getElementById('only-embed').hidden = !isSeated;
  choose.hidden = isSeated;
  if (isSeated) return;
  showTickets(tickets);

  choose.addEventListener('submit', (event) =>
    once(event, choose, async () => {
      const items = chosenItems();
      if (items.length === 0) throw new Error('Choose at least one ticket.');
      const promoCode = new FormData(choose).get('promoCode').trim();
      await releasing; // or it could overtake the new hold, and let that go
      const body = { items, ...(promoCode && { promoCode }) };
      try {
        // With a waiting room, this takes until it is the buyer's turn.
        reservation = await tessera.createReservation(slug, body, {
          signal: stopWaiting(),
          onWaitingRoom: showWaiting,
        });
      } finally {
        hideWaiting();
      }
      showQuote();
    }),
  );
  details.addEventListener('submit', (event) =>
    once(event, details, async () => {
      if (!details.reportValidity()) return;
      const sent = {
        quoteReference: reservation.quoteReference,
        ...Object.fromEntries(new FormData(details)),
        callbackUrl: `${location.origin}/demo/thanks`,
        // Comes back in the webhook as it is: put here what helps you to know the order again.
        metadata: { shop: 'harmattan-nights', page: location.pathname },
      };
      // The client would make the key by itself. The last page asks for the order once more, so it is kept.
      const idempotencyKey = keyFor(sent);
      const order = await tessera.createOrder(slug, sent, { idempotencyKey });
      remember('order', JSON.stringify({ slug, reference: order.reference, sent, idempotencyKey }));
      // Paid tickets: the buyer goes to pay, and comes back to `callbackUrl` with `reference` added. Free ones are confirmed.
      location.assign(order.checkoutUrl ?? `/demo/thanks?reference=${order.reference}`);
    }).then((error) => error?.error_code in START_AFRESH && backToChoice(START_AFRESH[error.error_code])),
  );
  document.getElementById('change').addEventListener('click', async () => {
    backToChoice('');
    releasing = tessera.releaseReservation(slug).catch(() => {}); // it lapses by itself, too
    await releasing;
    showTickets(await tessera.listTickets(slug));
  });

  function backToChoice(why) {
    stopCounting();
    details.hidden = true;
    choose.hidden = false;
    choose.querySelector('.problem').textContent = why;
    choose.querySelector('.main').focus();
  }

  function showQuote() {
    choose.hidden = true;
    details.hidden = false;
    const rows = reservation.items.map(({ name, quantity, total }) =>
      fill(copyOf('item'), { name: `${quantity} × ${name}`, total: money(total) }),
    );
    document.getElementById('items').replaceChildren(...rows);
    document.getElementById('total').textContent =
      reservation.total === 0 ? 'Nothing' : reservation.formattedTotal;
    details.querySelector('.main').textContent =
      reservation.total === 0 ? 'Get my tickets' : `Pay ${reservation.formattedTotal}`;
    details.querySelector('input').focus();
    countDown();
  }

  function countDown() {
    stopCounting();
    stopCounting = tessera.countdown(reservation, (left) => {
      const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
      document.getElementById('countdown').textContent = `Held for you: ${clock}`;
      if (left === 0) backToChoice(START_AFRESH.reservation_expired);
    });
  }
}

let last = { body: '', key: '' };
/** Pressed again because no answer came, it is the same order; changed in the meantime, it is another one. */
function keyFor(order) {
  const body = JSON.stringify(order);
  if (body !== last.body) last = { body, key: randomId() };
  return last.key;
}

/** Amounts are whole numbers of the smallest unit; how many make one is the currency's affair. */
function money(amountMinor) {
  const format = new Intl.NumberFormat('en-NG', { style: 'currency', currency: reservation.currency });
  return format.format(amountMinor / 10 ** format.resolvedOptions().maximumFractionDigits);
}

const CLOSED = { SOLD_OUT: 'Sold out', COMING_SOON: 'Not on sale yet', SALE_ENDED: 'No longer on sale' };
const FEW = 10;

/** The buyer's choice stays, as far as enough tickets are left. */
function showTickets(tickets) {
  const chosen = new Map(chosenItems().map(({ sku, quantity }) => [sku, quantity]));
  const rows = tickets.map((ticket) => ticketRow(ticket, chosen.get(ticket.id) ?? 0));
  document.getElementById('tickets').replaceChildren(...rows);
}

function ticketRow(ticket, chosen) {
  const row = copyOf('ticket');
  const isOpen = ticket.status === 'AVAILABLE';
  const fees = ticket.fees > 0 ? ` + ${ticket.formattedFees} fees` : '';
  const left = isOpen && ticket.quantityLeft <= FEW ? ` · ${ticket.quantityLeft} left` : '';
  fill(row, {
    name: ticket.name,
    about: ticket.description,
    price: `${ticket.formattedPrice}${fees}${left}`,
    closed: isOpen ? '' : CLOSED[ticket.status],
  });
  row.querySelector('.stepper').hidden = !isOpen;
  row.querySelector('.closed').hidden = isOpen;

  const input = row.querySelector('input');
  input.dataset.sku = ticket.id;
  input.max = Math.min(ticket.quantityLeft, ticket.maximumPurchasableTicketCount);
  input.value = Math.min(chosen, Number(input.max));
  input.setAttribute('aria-label', `${ticket.name}: how many`);
  for (const button of row.querySelectorAll('button')) {
    const step = Number(button.dataset.step);
    button.setAttribute('aria-label', `${ticket.name}: one ${step > 0 ? 'more' : 'fewer'}`);
    button.addEventListener('click', () => {
      const wanted = (Number.parseInt(input.value, 10) || 0) + step;
      input.value = Math.min(Math.max(wanted, 0), Number(input.max));
    });
  }
  return row;
}

const chosenItems = () =>
  Array.from(choose.querySelectorAll('[data-sku]'), (input) => ({
    sku: input.dataset.sku,
    quantity: Number(input.value),
  })).filter(({ quantity }) => quantity > 0);

/** Sends a form once at a time, and shows what Tessera, or the network, has to say against it. Resolves to that error. */
async function once(event, form, send) {
  event.preventDefault();
  if (form.ariaBusy === 'true') return undefined;
  const problem = form.querySelector('.problem');
  problem.textContent = '';
  form.ariaBusy = 'true';
  try {
    await send();
    return undefined;
  } catch (error) {
    problem.textContent = WORDS[error.error_code] ?? error.message;
    return error;
  } finally {
    form.ariaBusy = 'false';
  }
}
