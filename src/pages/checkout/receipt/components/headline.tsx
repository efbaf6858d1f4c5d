import type { ComponentChildren, VNode } from 'preact';
import { Icon } from '../../../shared/icon.tsx';

export type Tone = 'good' | 'wait' | 'ended';

/** How it stands, in a line and a sentence. */
export function Headline(props: {
  tone: Tone;
  icon: string;
  title: string;
  children: ComponentChildren;
}): VNode {
  return (
    <div class={`headline ${props.tone}`}>
      <span class="sign">
        <Icon path={props.icon} />
      </span>
      <h1>{props.title}</h1>
      <p>{props.children}</p>
    </div>
  );
}
