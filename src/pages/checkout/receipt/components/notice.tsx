import type { VNode } from 'preact';
import { Icon } from '../../../shared/icon.tsx';

/** The answer to a button that was pressed. The script gives it the focus, so that it is read aloud. `about`: the field that it is about. */
export function Notice(props: {
  tone: 'good' | 'bad';
  icon: string;
  about?: string | undefined;
  children: string;
}): VNode {
  const { about, children } = props;
  return (
    <div class={`notice ${props.tone}`} role="status" tabIndex={-1}>
      <Icon path={props.icon} />
      <span>{about === undefined ? children : <a href={`#${about}`}>{children}</a>}</span>
    </div>
  );
}
