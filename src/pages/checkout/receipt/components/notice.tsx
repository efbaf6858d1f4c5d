import type { VNode } from 'preact';
import { Icon } from '../../../shared/icon.tsx';

/** The answer to a button that was pressed. The script gives it the focus, so that it is read aloud. */
export function Notice(props: { tone: 'good' | 'bad'; icon: string; children: string }): VNode {
  return (
    <div class={`notice ${props.tone}`} role="status" tabIndex={-1}>
      <Icon path={props.icon} />
      <span>{props.children}</span>
    </div>
  );
}
