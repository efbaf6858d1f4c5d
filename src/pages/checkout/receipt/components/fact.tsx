import type { ComponentChildren, VNode } from 'preact';

/** A name and its value, in a list of such. */
export function Fact(props: {
  name: string;
  class?: string | undefined;
  valueClass?: string;
  children: ComponentChildren;
}): VNode {
  return (
    <div class={props.class}>
      <dt>{props.name}</dt>
      <dd class={props.valueClass}>{props.children}</dd>
    </div>
  );
}
