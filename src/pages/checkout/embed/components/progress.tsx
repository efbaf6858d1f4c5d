import type { VNode } from 'preact';
import type { Checkout, Step } from '../checkout-state.ts';

/** A tile for each step, laid as the buyer goes. */
export function Progress({ checkout }: { checkout: Checkout }): VNode {
  const { texts, tickets, isSeated, step } = checkout;
  const isPaid = tickets.value.some((ticket) => ticket.price > 0);
  const steps: Step[] = ['choose', 'details', ...(isPaid ? (['pay'] as const) : []), 'done'];
  const current = steps.indexOf(step.value);
  return (
    <nav class="progress" aria-label={texts.progress}>
      <ol>
        {steps.map((name, index) => (
          <li
            key={name}
            class={index <= current ? 'laid' : ''}
            aria-current={index === current ? 'step' : undefined}
          >
            {texts.steps[name === 'choose' && isSeated ? 'seats' : name]}
          </li>
        ))}
      </ol>
    </nav>
  );
}
