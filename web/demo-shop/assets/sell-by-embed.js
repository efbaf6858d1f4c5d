import { site } from './tessera.js';

const ACCENT = '#b8431c';

/** The whole integration: a frame with the event's address. The rest happens inside, and webhooks tell how it went. */
export function showEmbed(slug) {
  const frame = document.getElementById('frame');
  if (frame.src) return;
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  frame.src = `${site.checkout}/${slug}?${new URLSearchParams({ theme, colorScheme: ACCENT })}`;
  document.getElementById('snippet').textContent = `<iframe
  title="Checkout"
  src="${frame.src.replace('&', '&amp;')}"
  allow="payment"
  style="width: 100%; height: 900px; border: 0"
></iframe>`;
}
