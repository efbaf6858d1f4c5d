import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export type SubPage = { href: string; label: string; isCurrent: boolean };

/** Pages of one thing, side by side: links, each with an address of its own. */
export function SubNavigation({
  label,
  pages,
  isSecond = false,
}: {
  label: string;
  pages: readonly SubPage[];
  /** Below another one: the pages of one of its entries. */
  isSecond?: boolean;
}): VNode {
  const navigation = useRef<HTMLElement>(null);
  const current = pages.find(({ isCurrent }) => isCurrent)?.href;
  // On a phone they don't all fit: the one that is shown is in sight.
  useLayoutEffect(() => {
    const [box, shown] = [navigation.current, navigation.current?.querySelector('[aria-current]')];
    if (!box || !shown) return;
    // In the middle: a part of the next on either side says that there are more.
    const [around, own] = [box.getBoundingClientRect(), shown.getBoundingClientRect()];
    box.scrollLeft += (own.left + own.right - around.left - around.right) / 2;
  }, [current]);
  return (
    <nav class={isSecond ? 'sub-navigation second' : 'sub-navigation'} aria-label={label} ref={navigation}>
      <ul>
        {pages.map((page) => (
          <li key={page.href}>
            <a href={page.href} aria-current={page.isCurrent ? 'page' : undefined}>
              {page.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
