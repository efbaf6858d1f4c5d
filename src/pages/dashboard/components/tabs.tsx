import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';

export type Tab = { name: string; content: ComponentChildren };

/** One of several, in the same place. Arrows, Home and End move between tabs; Tab moves on into the content. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }): VNode {
  const id = useId();
  const chosen = useSignal(0);
  const choose = (at: number): void => {
    chosen.value = (at + tabs.length) % tabs.length;
    document.getElementById(`${id}-tab-${chosen.value}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const ways: Record<string, number> = {
      ArrowRight: chosen.value + 1,
      ArrowLeft: chosen.value - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const at = ways[event.key];
    if (at === undefined) return;
    event.preventDefault();
    choose(at);
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ name }, at) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${at}`}
            aria-selected={at === chosen.value}
            aria-controls={`${id}-panel`}
            tabIndex={at === chosen.value ? 0 : -1}
            onClick={() => choose(at)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${chosen.value}`}>
        {tabs[chosen.value]?.content}
      </div>
    </div>
  );
}
