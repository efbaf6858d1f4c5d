import type { ComponentChildren, VNode } from 'preact';

/** The way on. While it is under way it says so, and pressing it again does nothing. */
export function MainButton({
  isBusy,
  form,
  onPress,
  children,
}: {
  isBusy: boolean;
  /** The form it sends, where there is one. */
  form?: string;
  onPress?: () => void;
  children: ComponentChildren;
}): VNode {
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
