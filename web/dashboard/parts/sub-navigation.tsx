import type { VNode } from 'preact';

export type SubPage = { href: string; label: string; isCurrent: boolean };

/** Pages of one thing, side by side: links, each with an address of its own. */
export function SubNavigation({ label, pages }: { label: string; pages: readonly SubPage[] }): VNode {
  return (
    <nav class="sub-navigation" aria-label={label}>
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
