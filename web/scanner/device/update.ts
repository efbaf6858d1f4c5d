import { effect } from '@preact/signals';
import type { Scanner } from '../scanner.ts';

// Nobody has scanned for this long: a moment in which the page may load itself anew.
const QUIET_MS = 15_000;
const LOOK_EVERY_MS = 10 * 60_000;

/** The program is kept on the phone. A new one is loaded beside it, and takes over between scans. */
export async function keepProgram(scanner: Scanner): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const hadProgram = serviceWorker.controller !== null;
  const registration = await serviceWorker
    .register('/scan/service-worker.js', { scope: '/scan/', updateViaCache: 'none' })
    .catch(() => null);
  if (!registration) return;
  serviceWorker.addEventListener('controllerchange', () => {
    // The first one that ever takes over brings nothing new.
    if (hadProgram) location.reload();
  });
  setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY_MS);
  let timer: ReturnType<typeof setTimeout>;
  const takeOverWhenQuiet = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => registration.waiting?.postMessage('take over'), QUIET_MS);
  };
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', takeOverWhenQuiet);
  });
  // Every scan begins the wait anew, and nothing is loaded while a question is open.
  effect(() => {
    const isQuiet = !scanner.isBusy.value && !scanner.verdict.value && !scanner.sheet.value;
    if (isQuiet) takeOverWhenQuiet();
    else clearTimeout(timer);
  });
}
