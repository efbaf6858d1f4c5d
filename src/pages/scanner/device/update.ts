import { effect } from '@preact/signals';
import type { Running } from '../running.ts';

// Nobody has scanned for this long: a moment in which the page may reload itself.
const QUIET_MS = 15_000;
const LOOK_EVERY_MS = 10 * 60_000;
const RESUMES = 'scanner-resumes';

/** Whether a new program has reloaded the page: a camera that was on goes on. True once. */
export function takeResuming(): boolean {
  const isResuming = sessionStorage.getItem(RESUMES) !== null;
  sessionStorage.removeItem(RESUMES);
  return isResuming;
}

/** The program is kept on the phone. A new one is loaded beside it, and takes over between scans. */
export async function keepProgram({ scanner, camera }: Running): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const hadProgram = serviceWorker.controller !== null;
  const registration = await serviceWorker
    .register('/scan/service-worker.js', { scope: '/scan/', updateViaCache: 'none' })
    .catch(() => null);
  if (!registration) return;
  serviceWorker.addEventListener('controllerchange', () => {
    // The first one that ever takes over brings nothing new.
    if (!hadProgram) return;
    if (camera.state.value === 'on') sessionStorage.setItem(RESUMES, 'yes');
    location.reload();
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
  // Every scan restarts the wait, and nothing is loaded while a question is open.
  effect(() => {
    const isAsked = scanner.stage.value === 'asked';
    const isQuiet = !scanner.isBusy.value && !scanner.verdict.value && !scanner.sheet.value && !isAsked;
    if (isQuiet) takeOverWhenQuiet();
    else clearTimeout(timer);
  });
}
