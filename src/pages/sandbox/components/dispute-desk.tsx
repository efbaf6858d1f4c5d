import type { VNode } from 'preact';
import type { PayDispute } from '../contract.ts';

const TEXTS: Record<PayDispute, string> = {
  none: 'Play the buyer’s bank: claim this payment back, and see what the host is shown.',
  open: 'The bank has claimed this payment back. Decide for it.',
  won: 'The dispute ended in the host’s favour.',
  lost: 'The dispute was lost: the money is with the buyer’s bank.',
};

/** Has a payment disputed, to see how that looks in the dashboard. */
export function DisputeDesk({ dispute }: { dispute: PayDispute }): VNode {
  return (
    <section class="dispute" aria-labelledby="dispute">
      <h2 id="dispute">Try a dispute</h2>
      <p>{TEXTS[dispute]}</p>
      <form method="post">
        {dispute === 'none' && <Press state="open">Open a dispute</Press>}
        {dispute === 'open' && (
          <>
            <Press state="won">The host wins</Press>
            <Press state="lost">The host loses</Press>
          </>
        )}
      </form>
    </section>
  );
}

const Press = ({ state, children }: { state: Exclude<PayDispute, 'none'>; children: string }): VNode => (
  <button class="claim" type="submit" name="dispute" value={state}>
    {children}
  </button>
);
