import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Icon } from '../../shared/icon.tsx';
import { searchIcon } from '../../shared/icons.ts';
import { TesseraMark } from '../../shared/tessera-mark.tsx';
import { useDashboard } from '../dashboard.ts';
import { Skeleton } from '../components/skeleton.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ConfirmBanner } from './confirm-banner.tsx';
import { SupportBanner } from './support-banner.tsx';
import { HostSwitcher } from './host-switcher.tsx';
import { Navigation } from './navigation.tsx';
import { OpenQuestion } from './open-question.tsx';
import { Palette } from '../search/palette.tsx';
import { ToastList } from './toast-list.tsx';

/** The layout around every view: header, navigation and messages. */
export function Shell(): VNode {
  const { texts, router, isLive, page } = useDashboard();
  const isSearching = useSignal(false);
  const { answer, View } = router.place.value;
  const waiting = router.waiting.value;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      isSearching.value = true;
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <div class="shell" data-live={isLive.value}>
      <a class="skip" href="#content">
        {texts.shell.skip}
      </a>
      <div class="rail">
        <header class="top">
          <a class="brand" href={page.base} aria-label={texts.shell.dashboard}>
            <TesseraMark />
          </a>
          <HostSwitcher />
          {page.host && (
            <button type="button" class="search-button" onClick={() => (isSearching.value = true)}>
              <Icon path={searchIcon} />
              <span class="words">{texts.shell.search}</span>
              <kbd aria-hidden="true">{isLive.value && isMac() ? '⌘ K' : 'Ctrl K'}</kbd>
            </button>
          )}
          <AccountMenu />
        </header>
        <Navigation />
      </div>
      <main id="content" tabIndex={-1} aria-busy={waiting !== null}>
        <SupportBanner />
        <ConfirmBanner />
        {waiting?.showsSkeleton ? <Skeleton /> : <View key={viewKey(page.address)} data={answer.data} />}
      </main>
      {waiting?.isLong && <div class="progress-line" />}
      <Announcer />
      <ToastList />
      {isSearching.value && <Palette onClose={() => (isSearching.value = false)} />}
      <OpenQuestion />
    </div>
  );
}

const isMac = (): boolean => /Mac|iP(hone|ad)/.test(navigator.userAgent);

/** A new page mounts anew; new data of the same page does not. */
const viewKey = (address: string): string => address.split('?')[0] ?? '';

/** Announces a new page to screen readers. */
function Announcer(): VNode {
  const { router, title, texts } = useDashboard();
  return (
    <p class="aloud" role="status">
      {router.waiting.value ? texts.shell.loading : router.arrivals.value > 0 ? title.value : ''}
    </p>
  );
}
