import type { ComponentChildren, VNode } from 'preact';
import type { Checkout } from '../checkout-state.ts';

/** The way on. While it is under way it says so, and pressing it again does nothing. */
export function MainButton({
  checkout,
  form,
  onPress,
  children,
}: {
  checkout: Checkout;
  /** The form it sends, where there is one. */
  form?: string;
  onPress?: () => void;
  children: ComponentChildren;
}): VNode {
  const isBusy = checkout.busy.value;
  return (
    <button
      type={form === undefined ? 'button' : 'submit'}
      form={form}
      class="main"
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={onPress}
    >
      {children}
      {isBusy && <span class="spinner" />}
    </button>
  );
}
