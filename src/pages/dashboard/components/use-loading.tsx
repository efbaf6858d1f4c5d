import { useSignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Message } from '../../shared/message.tsx';
import { useAction } from './use-action.ts';

/** Loads data and code once the component is shown. `waiting` takes their place until then, and offers to try again after a failure. */
export function useLoading<Loaded>(
  fetchAll: () => Promise<Loaded>,
  texts: { loading: string; notLoaded: string; again: string },
): { loaded: Signal<Loaded | null>; load: () => void; waiting: VNode } {
  const loaded = useSignal<Loaded | null>(null);
  const hasFailed = useSignal(false);
  const load = useAction(async () => {
    hasFailed.value = false;
    try {
      loaded.value = await fetchAll();
    } catch (trouble) {
      hasFailed.value = true;
      throw trouble;
    }
  });
  useEffect(load.run, []);
  const again = (
    <button type="button" class="second" onClick={load.run}>
      {texts.again}
    </button>
  );
  const waiting = hasFailed.value ? (
    <Message tone="bad" action={again}>
      {texts.notLoaded}
    </Message>
  ) : (
    <p class="soft">{texts.loading}</p>
  );
  return { loaded, load: load.run, waiting };
}
