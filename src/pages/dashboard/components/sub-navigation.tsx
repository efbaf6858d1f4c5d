import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export type SubPage = { href: string; label: string; isCurrent: boolean };

/** Pages of one thing, side by side: links with their own addresses. */
export function SubNavigation({
  label,
  pages,
  isSecond = false,
}: {
  label: string;
  pages: readonly SubPage[];
  /** A second level: the pages of one of its entries. */
  isSecond?: boolean;
}): VNode {
  const navigation = useRef<HTMLElement>(null);
  const current = pages.find(({ isCurrent }) => isCurrent)?.href;
  // A phone does not show all: keep the current one visible.
  useLayoutEffect(() => {
    const [box, shown] = [navigation.current, navigation.current?.querySelector('[aria-current]')];
    if (!box || !shown) return;
    // In the middle: parts of its neighbours show that there are more.
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
