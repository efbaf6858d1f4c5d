import { site } from './tessera.js';

const ACCENT = '#b8431c';

/** The whole integration: a frame with the event's address. The rest happens inside, and webhooks tell how it went. */
export function showEmbed(slug) {
  const frame = document.getElementById('frame');
  if (frame.src) return;
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  frame.src = `${site.checkout}/${slug}?${new URLSearchParams({ theme, colorScheme: ACCENT })}`;
  document.getElementById('snippet').textContent = `<style>
  .tessera-checkout {
    display: block;
    width: 100%;
    height: 100vh; /* where dvh is not known */
    height: max(560px, 100dvh);
    border: 0;
  }
  @media (min-width: 640px) {
    .tessera-checkout {
      height: 1300px;
    }
  }
</style>
<iframe
  class="tessera-checkout"
  title="Checkout"
  src="${frame.src.replace('&', '&amp;')}"
  allow="payment"
></iframe>`;
}
