import { onWebhooks, showBackstage } from './backstage.js';
import { recall, site, tessera } from './tessera.js';

// That the buyer came back proves nothing: they may have turned round at the till, and anybody can open this address.
// The webhook that Tessera sends to the site's server is what counts.
const PATIENCE_MS = 15_000;

const reference = new URLSearchParams(location.search).get('reference') ?? '';
const headline = document.getElementById('headline');
const text = document.getElementById('text');
const next = document.getElementById('next');
document.getElementById('reference').textContent = reference;
document.getElementById('mailbox').href = site.mailbox;

const impatience = setTimeout(() => {
  headline.textContent = 'Not paid yet';
  text.textContent =
    'We haven’t received a payment. If you have paid, we e-mail your tickets once it arrives.';
  void showNext();
}, PATIENCE_MS);

onWebhooks((webhooks) => {
  const ours = webhooks.find(
    ({ eventType, data }) => eventType === 'TICKET_PURCHASED' && data.reference === reference,
  );
  if (!ours) return;
  clearTimeout(impatience);
  const { customer } = ours.data.orders[0];
  headline.textContent = `See you there, ${customer.firstName}!`;
  text.textContent = `Your tickets are on their way to ${customer.email}.`;
  void showNext();
});

/**
 * The reference in this page's address opens nothing. But the tab that ordered may send its order again with the same
 * Idempotency-Key: that is the same order, with its state of now, and with `receiptUrl` once it is confirmed.
 */
async function showNext() {
  const ordered = JSON.parse(recall('order') ?? 'null');
  // Another tab, another device: the link to the tickets is in the e-mail.
  if (ordered?.reference !== reference) return;
  try {
    const { status, checkoutUrl, receiptUrl } = await tessera.createOrder(ordered.slug, ordered.sent, {
      idempotencyKey: ordered.idempotencyKey,
    });
    if (receiptUrl) show('See the tickets', receiptUrl);
    else if (status === 'pending_payment') show('Try to pay again', checkoutUrl);
  } catch {
    // Nothing to show: the e-mail has the link.
  }
}

function show(label, address) {
  next.textContent = label;
  next.href = address;
  next.hidden = false;
}

showBackstage();
