import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';

/** Code that the first paint does without, fetched once its place is shown; null until then, and if it can't be fetched. */
export function useLater<Chunk>(fetchChunk: () => Promise<Chunk>): Chunk | null {
  const chunk = useSignal<{ code: Chunk } | null>(null);
  useEffect(() => {
    fetchChunk().then(
      (code) => (chunk.value = { code }),
      () => undefined,
    );
  }, []);
  return chunk.value?.code ?? null;
}
