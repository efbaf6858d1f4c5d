import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';

/** A section of a view, with its heading. `isCard` puts it on a card. */
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
  /** For screen readers only: the page's own title shows it already. */
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
