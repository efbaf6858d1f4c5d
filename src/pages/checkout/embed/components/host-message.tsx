import type { VNode } from 'preact';
import type { Checkout } from '../checkout-state.ts';

/** The host's message to read before choosing tickets. */
export function HostMessage({ checkout }: { checkout: Checkout }): VNode | null {
  const { event } = checkout.data;
  if (event.hostMessage === null || event.hostMessage === '') return null;
  return (
    <section class="host-message" aria-labelledby="host-message">
      <h2 id="host-message">{checkout.texts.hostSays(event.hostName)}</h2>
      <p dir="auto">{event.hostMessage}</p>
    </section>
  );
}
