import { renderToString } from 'preact-render-to-string';
import { Checkout } from './checkout.tsx';
import { createCheckout } from './checkout-state.ts';
import type { PageData } from './contract.ts';
import { textsIn } from './texts/texts.ts';

/** The first paint: readable before any script has run, and without one. */
export function renderCheckout(data: PageData): string {
  return renderToString(
    <>
      {/* Not in what the browser draws, which takes it away when it takes over. */}
      <noscript>
        <p class="no-script">{textsIn(data.language).needsJavaScript}</p>
      </noscript>
      <Checkout checkout={createCheckout(data)} />
    </>,
  );
}
