import { effect } from '@preact/signals';
import { render } from 'preact';
import { readLanguage } from '../../src/values/language.ts';
import { App } from './app.tsx';
import { beTheOnlyTab } from './device/one-tab.ts';
import { hearTypedCodes } from './device/typed-codes.ts';
import { keepProgram } from './device/update.ts';
import { pairPhone } from './pair-phone.ts';
import { createRunning } from './running.ts';
import { createScanner, type Scanner } from './scanner.ts';
import { openStore } from './store/open-store.ts';
import { startSync, type Sync } from './sync/sync.ts';
import { textsIn } from './texts/texts.ts';

export async function startScanner(root: HTMLElement): Promise<void> {
  const link = takeLink();
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
    await open(scanner, link);
    sync = startSync(scanner);
    scanner.syncNow = sync.now;
    sync.now();
  };
  render(<App running={running} takeOver={() => void work(true)} />, root);
  hearTypedCodes((text) => void running.read(text));
  // A tab that was open in the background is told of the link by its address alone.
  addEventListener('hashchange', () => {
    const another = takeLink();
    if (another !== null && scanner.stage.value !== 'elsewhere') void pairPhone(scanner, another);
  });
  effect(() => {
    const event = scanner.pairing.value?.about.event.name;
    document.title = event === undefined ? scanner.texts.title : `${scanner.texts.title} · ${event}`;
  });
  await work(false);
  await keepProgram(running);
}

/** What the phone knew when it was last open, or what the link says. */
async function open(scanner: Scanner, link: string | null): Promise<void> {
  const settings = await scanner.store.get('settings', 'now');
  if (settings) scanner.settings.value = settings;
  await scanner.readPairing();
  await scanner.refreshCounts();
  scanner.stage.value = scanner.pairing.value ? 'paired' : 'unpaired';
  if (link !== null) await pairPhone(scanner, link);
}

/** The link's secret, out of the address at once: nobody finds it in the history or on a picture of the screen. */
function takeLink(): string | null {
  const link = location.hash.slice(1);
  if (link === '') return null;
  history.replaceState(null, '', location.pathname);
  return link;
}
