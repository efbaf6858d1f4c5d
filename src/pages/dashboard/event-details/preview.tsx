import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PreviewAnswer } from './data.ts';
import type { RichText as Blocks } from '../../../rules/rich-text.ts';
import { Message } from '../../shared/message.tsx';
import { RichText } from '../../shared/rich-text.tsx';
import { useDashboard } from '../dashboard.ts';
import { tellFailure } from '../shell/tell-failure.ts';
import { useEventDetailsTexts } from './texts.ts';

// Wait until the typing pauses.
const PAUSE_MS = 300;

/** A description as buyers will see it. The server reads it, just as when it is saved. */
export function Preview({
  address,
  source,
  isPlain,
}: {
  address: string;
  source: string;
  isPlain: boolean;
}): VNode {
  const { texts, call } = useDashboard();
  const words = useEventDetailsTexts();
  const blocks = useSignal<Blocks | null>(null);
  const trouble = useSignal<string | null>(null);
  useEffect(() => {
    if (isPlain) return undefined;
    const end = new AbortController();
    const ask = async (): Promise<void> => {
      try {
        const { signal } = end;
        const body = { markdown: source };
        const answer = await call<PreviewAnswer>(`${address}/preview`, { method: 'POST', body, signal });
        blocks.value = answer.blocks;
        trouble.value = null;
      } catch (error) {
        if (!end.signal.aborted) trouble.value = tellFailure(texts, error);
      }
    };
    const timer = setTimeout(() => void ask(), blocks.value ? PAUSE_MS : 0);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [source, isPlain]);

  if (source.trim() === '') return <p class="soft">{words.nothingToShow}</p>;
  if (isPlain) {
    return (
      <p class="plain-text" dir="auto">
        {source}
      </p>
    );
  }
  return (
    <>
      <div role="alert">{trouble.value !== null && <Message tone="bad">{trouble.value}</Message>}</div>
      {blocks.value && <RichText blocks={blocks.value} top={3} />}
      {!blocks.value && trouble.value === null && (
        <p class="soft" role="status">
          {texts.parts.working}
        </p>
      )}
    </>
  );
}
