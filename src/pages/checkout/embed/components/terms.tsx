import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Terms as Papers } from '../../terms/server/terms-schema.ts';
import { callEvent } from '../call-embed.ts';
import type { Checkout } from '../checkout-state.ts';

/**
 * The terms that the buyer accepts, opened in place: a window of its own might be anywhere in a tall frame. The text is
 * fetched when it is opened for the first time.
 */
export function Terms({ checkout }: { checkout: Checkout }): VNode | null {
  const { texts, data } = checkout;
  const { hasTerms, hasRefundPolicy, hostName, returns } = data.event;
  const papers = useSignal<Papers | null>(null);
  const hasFailed = useSignal(false);
  if (!hasTerms && !hasRefundPolicy) return returns === null ? null : <p class="agree soft">{returns}</p>;
  const load = async (): Promise<void> => {
    if (papers.value !== null) return;
    hasFailed.value = false;
    try {
      papers.value = (await callEvent(checkout, '/terms')).answer.data;
    } catch {
      hasFailed.value = true;
    }
  };
  const name = !hasRefundPolicy ? texts.terms.terms : hasTerms ? texts.terms.both : texts.terms.refundPolicy;
  return (
    <div class="agree">
      {returns !== null && <p class="soft">{returns}</p>}
      <p class="soft">{texts.terms.accept(hostName)}</p>
      <details onToggle={(event) => event.currentTarget.open && void load()}>
        <summary>{name}</summary>
        {papers.value ? (
          // It scrolls, and so the keyboard must get into it.
          <div class="paper" role="region" aria-label={name} tabIndex={0}>
            {hasTerms && hasRefundPolicy && <h3>{texts.terms.terms}</h3>}
            <p dir="auto">{papers.value.terms}</p>
            {hasTerms && hasRefundPolicy && <h3>{texts.terms.refundPolicy}</h3>}
            <p dir="auto">{papers.value.refundPolicy}</p>
          </div>
        ) : (
          <p class="soft" role="status">
            {hasFailed.value ? texts.terms.failed : texts.terms.loading}
          </p>
        )}
      </details>
    </div>
  );
}
