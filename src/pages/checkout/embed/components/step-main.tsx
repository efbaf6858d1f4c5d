import type { ComponentChildren, VNode } from 'preact';
import type { Checkout } from '../checkout-state.ts';

/** A step's own content. Alone, the checkout is a page; on the event's own page it is a part of one, which has its `main` already. */
export function StepMain({
  checkout,
  class: name = '',
  children,
}: {
  checkout: Checkout;
  class?: string;
  children: ComponentChildren;
}): VNode {
  const Element = checkout.isInPage ? 'div' : 'main';
  return <Element class={`step ${name}`.trim()}>{children}</Element>;
}
