import { effect } from '@preact/signals';
import { render } from 'preact';
import { readLanguage } from '../../values/language.ts';
import { App } from './app.tsx';
import { beTheOnlyTab } from './device/one-tab.ts';
import { hearTypedCodes } from './device/typed-codes.ts';
import { keepProgram } from './device/update.ts';
import { pairPhone, takeNewLink } from './pair-phone.ts';
import { createRunning } from './running.ts';
import { createScanner, type Scanner } from './scanner.ts';
import { openStore } from './store/open-store.ts';
import { startSync, type Sync } from './sync/sync.ts';
import { textsIn } from './texts/texts.ts';

export async function startScanner(root: HTMLElement): Promise<void> {
  const links = hearLinks();
  const language = readLanguage(document.documentElement.lang) ?? 'en';
  const scanner = createScanner({ store: await openStore(), texts: textsIn(language), language });
  const running = createRunning(scanner);
  // Without it a browser that runs out of space may drop list and queue.
  void navigator.storage?.persist?.();
  let sync: Sync | null = null;
  const work = async (takesOver: boolean): Promise<void> => {
    const onLost = (): void => {
      sync?.stop();
      running.camera.stop();
      scanner.stage.value = 'elsewhere';
    };
    if (!(await beTheOnlyTab({ takesOver, onLost }))) {
      scanner.stage.value = 'elsewhere';
      return;
    }
    await open(scanner);
    sync = startSync(scanner);
    scanner.syncNow = sync.now;
    links.giveTo((link) => {
      takeNewLink(scanner, link);
    });
    sync.now();
  };
  render(<App running={running} takeOver={() => void work(true)} />, root);
  hearTypedCodes((text) => void running.read(text));
  effect(() => {
    const event = scanner.pairing.value?.about.event.name;
    document.title = event === undefined ? scanner.texts.title : `${scanner.texts.title} · ${event}`;
  });
  // A phone that no longer has a door is asked nothing.
  effect(() => {
    const link = scanner.newLink.value;
    if (scanner.stage.value !== 'ended' || link === null) return;
    scanner.newLink.value = null;
    void pairPhone(scanner, link);
  });
  await work(false);
  await keepProgram(running);
}

/** The phone's state when it was last open. */
async function open(scanner: Scanner): Promise<void> {
  const settings = await scanner.store.get('settings', 'now');
  if (settings) scanner.settings.value = settings;
  const [first] = await scanner.store.getAllKeys('pairing');
  await scanner.readPairing(settings?.eventId ?? first);
  if (!scanner.pairing.value && first !== undefined) await scanner.readPairing(first);
  await scanner.refreshCounts();
  scanner.stage.value = scanner.pairing.value ? 'paired' : 'unpaired';
}

/**
 * The link in the address: the one that the page was opened with, or that a tab in the background is given later. It waits until there is
 * somebody to give it to.
 */
function hearLinks(): { giveTo(take: (link: string) => void): void } {
  let waiting = takeLink();
  let taker: ((link: string) => void) | null = null;
  const give = (): void => {
    if (waiting === null || !taker) return;
    taker(waiting);
    waiting = null;
  };
  addEventListener('hashchange', () => {
    waiting = takeLink() ?? waiting;
    give();
  });
  return {
    giveTo(take) {
      taker = take;
      give();
    },
  };
}

/** The link's secret, out of the address at once: nobody finds it in the history or on a picture of the screen. */
function takeLink(): string | null {
  const link = location.hash.slice(1);
  if (link === '') return null;
  history.replaceState(null, '', location.pathname);
  return link;
}
