import { createClient } from './tessera-client.js';

// All that the pages need to sell through Tessera: the client (packages/client/), and a public key, which is safe to show. A site
// with a bundler of its own would import it from '@tessera-tickets/client'.

/** Your site would write these two down: the API's address and your public key. The demo asks, since its key is made at its first start. */
export const site = await fetch('/demo/config.json').then((response) => response.json());

export const tessera = createClient({
  url: site.api,
  key: site.key,
  fetch: tellingFetch,
});

/** For the panel at the bottom of the demo's pages; leave this out. */
async function tellingFetch(address, init) {
  const startedAt = performance.now();
  const response = await fetch(address, init);
  const detail = {
    method: init.method,
    path: address.slice(site.api.length),
    status: response.status,
    ms: Math.round(performance.now() - startedAt),
  };
  dispatchEvent(new CustomEvent('tessera-call', { detail }));
  return response;
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
