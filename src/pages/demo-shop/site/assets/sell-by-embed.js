import { site } from './tessera.js';

const ACCENT = '#b8431c';

function addressOf(slug) {
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  return `${site.checkout}/${slug}?${new URLSearchParams({ theme, colorScheme: ACCENT })}`;
}

/** The whole integration: a frame with the event's address. The rest happens inside, and webhooks tell how it went. */
export function showEmbed(slug) {
  const frame = document.getElementById('frame');
  if (frame.src) return;
  frame.src = addressOf(slug);
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

/** A link to the event's page, which the script makes open the checkout above this one. A site of yours has both in its HTML. */
export function showButton(slug) {
  const link = document.getElementById('open-checkout');
  if (link.href) return;
  link.dataset.tesseraCheckout = addressOf(slug);
  link.href = `${site.events}/${slug}`;
  const script = document.createElement('script');
  script.src = `${site.checkout}/embed.js`;
  document.head.append(script);
  document.getElementById('button-snippet').textContent = `<a
  class="tessera-button"
  data-tessera-checkout="${link.dataset.tesseraCheckout.replace('&', '&amp;')}"
  href="${link.href}"
>Get tickets</a>
<script async src="${script.src}"></script>`;
}
