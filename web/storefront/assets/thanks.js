import { onWebhooks, showBackstage } from './backstage.js';
import { site } from './tessera.js';

// That the buyer came back proves nothing: they may have turned round at the till, and anybody can open this address.
// What counts is the webhook that Tessera sends to the site's server.
const PATIENCE_MS = 15_000;

const reference = new URLSearchParams(location.search).get('reference') ?? '';
const headline = document.getElementById('headline');
const text = document.getElementById('text');
document.getElementById('reference').textContent = reference;
document.getElementById('receipt').href = `${site.checkout}/orders/${encodeURIComponent(reference)}`;
document.getElementById('mailbox').href = site.mailbox;

const impatience = setTimeout(() => {
  headline.textContent = 'Not paid yet';
  text.textContent =
    'No payment has reached us. The order’s page says how it stands, and lets you try again.';
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
});

showBackstage();
