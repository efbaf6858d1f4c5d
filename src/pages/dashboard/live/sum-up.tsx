import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';

/** For those who hear the page: figures that change say nothing by themselves, and all of it when they are asked. */
export function SumUp({ text }: { text: string }): VNode {
  const { texts } = useDashboard();
  const said = useSignal('');
  const say = (): void => {
    // The same words again are news too.
    said.value = '';
    requestAnimationFrame(() => (said.value = text));
  };
  return (
    <>
      <button type="button" class="second on-focus" onClick={say}>
        {texts.live.sumUp}
      </button>
      <span class="aloud" role="status">
        {said.value}
      </span>
    </>
  );
}
