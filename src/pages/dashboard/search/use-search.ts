import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { SearchAnswer } from './server/search-answer.ts';
import { useDashboard } from '../dashboard.ts';

// Wait until the typing pauses.
const PAUSE_MS = 180;
// One letter matches too much.
export const MIN_CHARACTERS = 2;

export type Found = SearchAnswer['results'][number];
type Search = { results: readonly Found[]; isWaiting: boolean; hasFailed: boolean };

const NOTHING: Search = { results: [], isWaiting: false, hasFailed: false };

/** Events and orders that match the typed text. Outdated calls are aborted. */
export function useSearch(typed: string): Search {
  const { call, page } = useDashboard();
  const search = useSignal<Search>(NOTHING);
  const text = typed.trim();
  useEffect(() => {
    if (text.length < MIN_CHARACTERS || !page.host) {
      search.value = NOTHING;
      return undefined;
    }
    const stale = new AbortController();
    search.value = { ...search.value, isWaiting: true };
    const timer = setTimeout(() => {
      const address = page.inHost(`/search?q=${encodeURIComponent(text)}`);
      call<SearchAnswer>(address, { signal: stale.signal }).then(
        ({ results }) => {
          if (!stale.signal.aborted) search.value = { ...NOTHING, results };
        },
        () => {
          if (!stale.signal.aborted) search.value = { ...NOTHING, hasFailed: true };
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stale.abort();
    };
  }, [text]);
  return search.value;
}
