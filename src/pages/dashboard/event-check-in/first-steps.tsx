import type { ComponentChildren, VNode } from 'preact';
import { Mosaic } from '../components/mosaic.tsx';
import { useCheckInTexts } from './texts.ts';

/** The three steps to a scanner, shown until there is a door. */
export function FirstSteps({ action }: { action: ComponentChildren }): VNode {
  const texts = useCheckInTexts();
  return (
    <div class="empty">
      <Mosaic />
      <h2>{texts.emptyTitle}</h2>
      <p class="soft">{texts.emptyText}</p>
      <ol class="stack gap-s check-in-steps">
        {texts.steps.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}</strong>
            <span class="soft">{text}</span>
          </li>
        ))}
      </ol>
      <div class="empty-action">{action || <p>{texts.emptyForDoor}</p>}</div>
    </div>
  );
}
