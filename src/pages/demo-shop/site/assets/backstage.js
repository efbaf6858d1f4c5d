import { copyOf, fill } from './fill.js';
import { recall, remember } from './tessera.js';

// The panel at the bottom of the demo's pages: what the page asks of the API, and the webhooks that reach the site's
// server. A site of your own has no such thing.

const LOOK_EVERY_MS = 1_500;
const MAX_CALLS = 30;

const listeners = new Set();
/** Calls back with all webhooks that the site's server has kept, the latest first, at once and whenever one arrives. */
export const onWebhooks = (listener) => listeners.add(listener);

const panel = new DOMParser().parseFromString(
  `<details class="backstage">
    <summary><strong>Backstage</strong> <span id="summary-text"></span></summary>
    <div class="columns">
      <section aria-labelledby="webhooks-title">
        <h2 id="webhooks-title">Webhooks</h2>
        <p class="soft" id="receiver">Signed, and checked by this site’s server.</p>
        <ol id="webhooks"></ol>
      </section>
      <section aria-labelledby="calls-title">
        <h2 id="calls-title">Asked of the API</h2>
        <p class="soft">By these pages, in your browser, with the public key.</p>
        <ol id="calls"></ol>
      </section>
    </div>
    <p class="unseen" role="status" id="news"></p>
    <template id="call"><li><code><b data-field="method"></b> <span data-field="path"></span></code> <span data-field="status"></span></li></template>
    <template id="webhook"><li><details><summary><b data-field="type"></b> <span data-field="about"></span> <time data-field="time"></time></summary><pre tabindex="0" data-field="body"></pre></details></li></template>
  </details>`,
  'text/html',
).body.firstElementChild;

const byId = (id) => document.getElementById(id);
const plural = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;
// Of this tab, so that a whole purchase is seen on its last page.
const calls = JSON.parse(recall('calls') ?? '[]');
let webhookCount = 0;

/** With a slug: the purchases of that event are sent to this site from now on. */
export function showBackstage({ slug } = {}) {
  document.body.append(panel);
  panel.open = recall('backstage') === 'open';
  panel.addEventListener('toggle', () => remember('backstage', panel.open ? 'open' : 'closed'));
  showCalls();
  if (slug) void subscribe(slug);
  void lookAgainAndAgain();
}

addEventListener('tessera-call', ({ detail }) => {
  calls.unshift(detail);
  calls.length = Math.min(calls.length, MAX_CALLS);
  remember('calls', JSON.stringify(calls));
  showCalls();
});

function showCalls() {
  const rows = calls.map(({ method, path, status, ms }) => {
    const row = fill(copyOf('call'), { method, path, status: `${status} in ${ms} ms` });
    row.classList.toggle('bad', status >= 400);
    return row;
  });
  byId('calls').replaceChildren(...rows);
  summarise();
}

function summarise() {
  byId('summary-text').textContent = `${plural(calls.length, 'call')} · ${plural(webhookCount, 'webhook')}`;
}

async function subscribe(slug) {
  const response = await fetch(`/demo/receivers/${slug}`, { method: 'POST' });
  const { url, isEnabled, message } = await response.json();
  if (!response.ok) byId('receiver').textContent = `This event sends none: ${message}`;
  else if (!isEnabled) byId('receiver').textContent = `This event sends none: ${url} is disabled.`;
  else byId('receiver').textContent = `Signed, and sent to ${url}`;
}

async function lookAgainAndAgain() {
  let seen;
  for (;;) {
    try {
      // Most answers are 304: the browser has the list already.
      const response = await fetch('/demo/webhooks', { cache: 'no-cache' });
      const version = response.headers.get('etag');
      if (response.ok && version !== seen) {
        showWebhooks(await response.json(), { isNews: seen !== undefined });
        seen = version;
      }
    } catch {
      // The server is away: the next look finds it again.
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function showWebhooks(webhooks, { isNews }) {
  webhookCount = webhooks.length;
  const open = new Set(Array.from(byId('webhooks').querySelectorAll('[open]'), ({ id }) => id));
  byId('webhooks').replaceChildren(...webhooks.map((webhook) => webhookRow(webhook, open)));
  if (isNews) {
    byId('news').textContent = `A webhook arrived: ${aboutOf(webhooks[0])}`;
    panel.classList.remove('rings');
    requestAnimationFrame(() => panel.classList.add('rings'));
  }
  summarise();
  for (const listener of listeners) listener(webhooks);
}

function webhookRow({ slug, receivedAt, deliveries, ...webhook }, open) {
  const row = fill(copyOf('webhook'), {
    type: webhook.eventType,
    about: `${aboutOf(webhook)}, ${slug}${deliveries > 1 ? ` (came ${deliveries} times)` : ''}`,
    time: new Date(receivedAt).toLocaleTimeString('en-GB'),
    body: JSON.stringify(webhook, null, 2),
  });
  const item = row.querySelector('details');
  item.id = webhook.data.reference;
  item.open = open.has(item.id);
  return row;
}

const aboutOf = ({ data }) =>
  data.orders
    ? `${plural(
        data.orders.reduce((sum, { quantity }) => sum + quantity, 0),
        'ticket',
      )} for ${data.formattedAmount}`
    : data.message;
