import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import { moreIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from '../components/dialog.tsx';
import { pagesFor, type ShownPage } from './pages.ts';

// Five fit side by side on the smallest phones, the button for more among them.
const MAX_IN_BAR = 5;

/** At the side on a desktop, at the bottom on a phone. */
export function Navigation(): VNode | null {
  const dashboard = useDashboard();
  const { texts } = dashboard;
  const isMoreOpen = useSignal(false);
  const pages = pagesFor(dashboard.page);
  if (pages.length === 0) return null;
  const hasMore = pages.length > MAX_IN_BAR;
  const inBar = hasMore ? pages.filter(({ isDaily }) => isDaily).slice(0, MAX_IN_BAR - 1) : pages;
  const behindMore = pages.filter((page) => !inBar.includes(page));
  const isCurrentBehind = behindMore.some(({ isCurrent }) => isCurrent);
  return (
    <nav class="pages" aria-label={texts.shell.navigation}>
      <ul>
        {pages.map((page) => (
          <li key={page.name} class={inBar.includes(page) ? undefined : 'behind'}>
            <PageLink page={page} />
          </li>
        ))}
        {hasMore && (
          <li class="more">
            <button
              type="button"
              aria-haspopup="dialog"
              data-current={isCurrentBehind}
              onClick={() => (isMoreOpen.value = true)}
            >
              <Icon path={moreIcon} />
              {texts.shell.more}
            </button>
          </li>
        )}
      </ul>
      {isMoreOpen.value && (
        <Dialog kind="sheet" title={texts.shell.moreTitle} onClose={() => (isMoreOpen.value = false)}>
          <ul class="sheet-pages" onClick={() => (isMoreOpen.value = false)}>
            {behindMore.map((page) => (
              <li key={page.name}>
                <PageLink page={page} />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </nav>
  );
}

function PageLink({ page }: { page: ShownPage }): VNode {
  const { texts } = useDashboard();
  return (
    <a href={page.href} aria-current={page.isCurrent ? 'page' : undefined}>
      <Icon path={page.icon} />
      <span class="full">{texts.shell.pages[page.name]}</span>
      <span class="short">{texts.shell.shortPages[page.name]}</span>
    </a>
  );
}
