import { readScanned } from '../codes/read-scanned.ts';

// A hardware scanner types a code within a second or two. After a pause this long, something else begins.
const PAUSE_MS = 1_000;
const MAX_CHARS = 400;

/**
 * Hears hardware scanners, which type a code and press Enter, whatever has the focus. Nobody types 130 letters by hand, so what they say
 * tells them from fingers. Returns what ends it.
 */
export function hearTypedCodes(onCode: (text: string) => void): () => void {
  // The keys by this phone's keyboard, and by the American one, which most scanners take themselves for.
  let typed = { byKey: '', byPlace: '', field: null as HTMLInputElement | null, before: '' };
  let lastAt = -Infinity;

  const onKey = (event: KeyboardEvent): void => {
    if (event.timeStamp - lastAt > PAUSE_MS) typed = startAt(event.target);
    lastAt = event.timeStamp;
    if (event.key === 'Enter') {
      const text = [typed.byKey, typed.byPlace].find(isWhole);
      if (text !== undefined) {
        event.preventDefault();
        event.stopPropagation();
        // A field that had the focus gets back what was in it.
        if (typed.field) restore(typed.field, typed.before);
        onCode(text);
      }
      typed = startAt(event.target);
    } else if (event.key.length === 1 && typed.byKey.length < MAX_CHARS) {
      typed.byKey += event.key;
      typed.byPlace += charOf(event);
    }
  };
  addEventListener('keydown', onKey, { capture: true });
  return () => removeEventListener('keydown', onKey, { capture: true });
}

const startAt = (target: EventTarget | null) => {
  const field = target instanceof HTMLInputElement ? target : null;
  return { byKey: '', byPlace: '', field, before: field?.value ?? '' };
};

const isWhole = (text: string): boolean => ['ticket', 'link'].includes(readScanned(text).kind);

/** The letter or digit on that key of an American keyboard. */
const charOf = ({ code, key }: KeyboardEvent): string => /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? key;

function restore(field: HTMLInputElement, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
