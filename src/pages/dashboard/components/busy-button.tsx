import type { ButtonHTMLAttributes, VNode } from 'preact';
import { useAction } from './use-action.ts';

/** A button whose work takes a while. It shows that the work goes on, and can't be pressed again until it is done. A toast tells a failure. */
export function BusyButton({
  onPress,
  isReady = true,
  class: look = 'second',
  children,
  ...rest
}: Omit<ButtonHTMLAttributes, 'onClick' | 'type'> & {
  onPress: () => Promise<unknown>;
  /** Something has to be done first. */
  isReady?: boolean;
}): VNode {
  const { run, isBusy } = useAction(onPress);
  return (
    <button
      {...rest}
      type="button"
      class={look}
      aria-disabled={!isReady || isBusy}
      aria-busy={isBusy}
      onClick={() => isReady && run()}
    >
      {children}
      {isBusy && <span class="spinner" />}
    </button>
  );
}
