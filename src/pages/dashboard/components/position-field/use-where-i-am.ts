import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Position } from '../../../../values/read-position.ts';
import { usePositionTexts } from './texts.ts';

const PATIENCE_MS = 20_000;
/** Precise enough for a door. */
const CLOSE_METRES = 50;

/** The location of this device, requested only by a press: then the browser asks the person. */
export function useWhereIAm(onFound: (place: Position) => void): {
  ask: () => void;
  /** It is no longer wanted: something else was typed. */
  stop: () => void;
  isBusy: Signal<boolean>;
  /** The reason why it was not found. */
  said: Signal<string>;
  /** The error in metres, if it is too large. */
  metres: Signal<number | null>;
} {
  const words = usePositionTexts();
  const isBusy = useSignal(false);
  const said = useSignal('');
  const metres = useSignal<number | null>(null);
  // Ignore answers to an earlier request, or after the page was left.
  const question = useRef(0);
  const stop = (): void => {
    question.current += 1;
    isBusy.value = false;
    said.value = '';
    metres.value = null;
  };
  useEffect(() => stop, []);

  function ask(): void {
    if (isBusy.value) return;
    stop();
    const asked = question.current;
    // A browser may have no location, for example on a page without https.
    const locator = 'geolocation' in navigator ? navigator.geolocation : null;
    if (!locator) {
      said.value = words.unavailable;
      return;
    }
    isBusy.value = true;
    locator.getCurrentPosition(
      ({ coords }) => {
        if (asked !== question.current) return;
        isBusy.value = false;
        metres.value = coords.accuracy > CLOSE_METRES ? Math.ceil(coords.accuracy) : null;
        onFound({ lat: round(coords.latitude), lng: round(coords.longitude) });
      },
      (failure) => {
        if (asked !== question.current) return;
        isBusy.value = false;
        said.value = failure.code === failure.PERMISSION_DENIED ? words.refused : words.unavailable;
      },
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 0 },
    );
  }
  return { ask, stop, isBusy, said, metres };
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6 || 0;
