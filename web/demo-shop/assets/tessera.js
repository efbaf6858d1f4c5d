// All that a page needs to sell tickets through Tessera's REST API: no library, and a public key, which is safe to show.

/** Your site would write these two down: the API's address and your public key. The demo asks, since its key is made at its first start. */
export const site = await fetch('/demo/config.json').then((response) => response.json());

/** What Tessera refuses. `message` is for whoever builds the page; `code` never changes its meaning, so branch on that. */
export class TesseraError extends Error {
  constructor({ message, status, error_code }) {
    super(message);
    this.status = status;
    this.code = error_code;
  }
}

async function call(method, path, { headers, body } = {}) {
  const startedAt = performance.now();
  const response = await fetch(site.api + path, {
    method,
    headers: {
      authorization: `Bearer ${site.key}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
    // A phone that lost its network is told so, instead of waiting for ever.
    signal: AbortSignal.timeout(20_000),
  });
  const answer = await response.json();
  // For the panel at the bottom of the demo's pages; leave this out.
  const detail = { method, path, status: response.status, ms: Math.round(performance.now() - startedAt) };
  dispatchEvent(new CustomEvent('tessera-call', { detail }));
  if (!response.ok) throw new TesseraError(answer);
  return answer.data;
}

/** `{ items, nextCursor }`; pass `nextCursor` back as `cursor` for the next page. */
export const listEvents = (query) => call('GET', `/events?${new URLSearchParams(query)}`);

export const getEvent = (slug) => call('GET', `/events/${slug}`);

/** Live: what others hold is subtracted already. */
export const listTickets = (slug) => call('GET', `/events/${slug}/tickets`);

/** Prices the cart and holds its tickets for some minutes. Again with the same token: replaces the cart. */
export const holdTickets = (slug, { token, items, promoCode }) =>
  call('POST', `/events/${slug}/reservations`, {
    headers: { 'x-device-id': token },
    body: { items, ...(promoCode && { promoCode }) },
  });

export const releaseTickets = (slug, { token }) =>
  call('DELETE', `/events/${slug}/reservations`, { headers: { 'x-device-id': token } });

/** With the same `idempotencyKey` it is safe to send again when no answer came: there is one order in the end. */
export const orderTickets = (slug, { token, idempotencyKey, ...body }) =>
  call('POST', `/events/${slug}/orders`, {
    headers: { 'x-device-id': token, 'idempotency-key': idempotencyKey },
    body,
  });

/** One token per visitor is one cart per visitor, also where many share an address. Kept while the tab is open. */
export function visitorToken() {
  const token = recall('visitor') ?? randomUuid();
  remember('visitor', token);
  return token;
}

/** `crypto.randomUUID` is there on HTTPS and localhost only; this works everywhere. */
export function randomUuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

// Storage may be switched off: everything works without, until the page is left.
export function remember(name, value) {
  try {
    sessionStorage.setItem(`harmattan-${name}`, value);
  } catch {
    // Switched off.
  }
}
export function recall(name) {
  try {
    return sessionStorage.getItem(`harmattan-${name}`);
  } catch {
    return null;
  }
}
