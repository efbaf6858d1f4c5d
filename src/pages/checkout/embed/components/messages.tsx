import type { VNode } from 'preact';
import type { Checkout } from '../checkout-state.ts';
import { Message } from '../../../shared/message.tsx';

/** Trouble and news, at a place that the buyer looks at, and read aloud. Both places are there before their words. */
export function Messages({ checkout }: { checkout: Checkout }): VNode {
  const { trouble, note, texts } = checkout;
  const retry = trouble.value?.retry;
  return (
    <div class="messages">
      <div role="alert">
        {trouble.value && (
          <Message
            tone="bad"
            action={
              retry && (
                <button type="button" class="plain" onClick={retry}>
                  {texts.trouble.retry}
                </button>
              )
            }
          >
            {trouble.value.text}
          </Message>
        )}
      </div>
      <div role="status">{note.value && <Message tone={note.value.tone}>{note.value.text}</Message>}</div>
    </div>
  );
}
