import type { VNode } from 'preact';
import type { Checkout } from '../checkout-state.ts';
import { Icon } from '../../shared/icon.tsx';

/** What went wrong and what is new, where the buyer looks, and read aloud. Both places are there before their words. */
export function Messages({ checkout }: { checkout: Checkout }): VNode {
  const { trouble, note, texts } = checkout;
  const retry = trouble.value?.retry;
  return (
    <div class="messages">
      <div role="alert">
        {trouble.value && (
          <div class="message bad">
            <Icon name="alert" />
            <p>{trouble.value.text}</p>
            {retry && (
              <button type="button" class="plain" onClick={retry}>
                {texts.trouble.retry}
              </button>
            )}
          </div>
        )}
      </div>
      <div role="status">
        {note.value && (
          <div class={`message ${note.value.tone}`}>
            <Icon name={note.value.tone === 'good' ? 'check' : 'alert'} />
            <p>{note.value.text}</p>
          </div>
        )}
      </div>
    </div>
  );
}
