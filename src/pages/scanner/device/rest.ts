import { signal, type ReadonlySignal } from '@preact/signals';

// Doors are set up an hour before the first guest, and a bright screen takes more of the battery than anything else.
const REST_AFTER_MS = 2 * 60_000;

export type Rest = {
  /** Nobody has touched the phone or shown a code for a while: the screen is dark. */
  isResting: ReadonlySignal<boolean>;
  /** Something happens. */
  wake(): void;
};

/** The screen stays on, so that the camera and a hardware scanner still read: the next code wakes it, and so does a finger or a key. */
export function createRest(): Rest {
  const isResting = signal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wake = (): void => {
    isResting.value = false;
    clearTimeout(timer);
    timer = setTimeout(() => (isResting.value = true), REST_AFTER_MS);
  };
  // A finger on the dark screen presses nothing below: its own button hears of that.
  addEventListener('pointerdown', () => {
    if (!isResting.value) wake();
  });
  addEventListener('keydown', wake);
  wake();
  return { isResting, wake };
}
