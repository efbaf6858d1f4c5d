import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';

/** A part of a view, with its heading. `isCard` lays it on a sheet of its own. */
export function Section({
  title,
  intro,
  action,
  isCard = false,
  isTitleHidden = false,
  children,
}: {
  title: string;
  intro?: ComponentChildren;
  /** At the end of the heading's line: a second button or a link. */
  action?: ComponentChildren;
  isCard?: boolean;
  /** Read aloud only: the page's own title says it already. */
  isTitleHidden?: boolean;
  children: ComponentChildren;
}): VNode {
  const id = useId();
  return (
    <section class={isCard ? 'section card' : 'section'} aria-labelledby={id}>
      <div class={isTitleHidden && !action ? 'aloud' : 'section-head'}>
        <h2 id={id} class={isTitleHidden ? 'aloud' : undefined}>
          {title}
        </h2>
        {action}
      </div>
      {intro && <p class="section-intro soft">{intro}</p>}
      {children}
    </section>
  );
}
