import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useSignal, type Signal } from '@preact/signals';
import { readMessage, type FrameWord } from '../../payment-frame/messages.ts';
import type { Checkout } from '../checkout-state.ts';
import { lookUpPayment } from '../follow-order.ts';
import { textsIn } from '../texts/ordered/texts.ts';

/** `unclear`: the script says that it is paid, and the gateway does not yet. */
type Shown = 'loading' | 'slow' | 'unclear' | FrameWord;

// A script on a slow line takes seconds. The tab is offered all the time; this only says so.
const SLOW_AFTER_MS = 15_000;
// The server asks a gateway about an order once in five seconds. What is not known after a few times, its callback or its job finds out.
const LOOK_UP_PAUSE_MS = 5_500;
const MAX_LOOK_UPS = 3;

/**
 * The payment as the gateway's script shows it, in a document of another origin: it can reach nothing of this page, and its sandbox lets
 * it navigate no page around it. The tab is offered beside it from the start, for whatever does not work in a frame.
 */
export function PayInPlace({ checkout, frameUrl }: { checkout: Checkout; frameUrl: string }): VNode {
  const { pay } = textsIn(checkout.data.language);
  const shown = useSignal<Shown>('loading');
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    // Another way was pressed, which is below what is now shown for it.
    if (frame.current && frame.current.getBoundingClientRect().top < 0) showWhole(frame.current);
    return hear(checkout, { frameUrl, frame, shown });
  }, []);
  useEffect(() => {
    checkout.paysHere.value = shown.value === 'shown';
    return () => {
      checkout.paysHere.value = false;
    };
  }, [shown.value]);
  useEffect(() => {
    if (shown.value !== 'loading') return undefined;
    const timer = setTimeout(() => (shown.value = 'slow'), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [shown.value]);
  const { value: state } = shown;
  const hasFrame = state === 'loading' || state === 'slow' || state === 'shown';
  return (
    <div class="pay-in-place">
      {(state === 'failed' || state === 'slow') && <p role="status">{pay.notHere}</p>}
      {(state === 'done' || state === 'unclear') && (
        <p class="waiting" role="status">
          <span class="spinner" />
          {pay.lookingUp}
        </p>
      )}
      {(state === 'closed' || state === 'unclear') && (
        <button type="button" class="second" onClick={() => (shown.value = 'loading')}>
          {pay.hereAgain}
        </button>
      )}
      {hasFrame && (
        <iframe
          ref={frame}
          title={pay.frameTitle}
          src={`${frameUrl}?theme=${themeOf(document.documentElement)}`}
          allow="payment"
          referrerpolicy="no-referrer"
          // Without top navigation. Banks open windows of their own, which are not bound by this.
          sandbox="allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox"
        />
      )}
    </div>
  );
}

/** The frame's words are hints: whoever could write there can make the server ask the gateway, and nothing else. */
function hear(
  checkout: Checkout,
  {
    frameUrl,
    frame,
    shown,
  }: { frameUrl: string; frame: { current: HTMLIFrameElement | null }; shown: Signal<Shown> },
): () => void {
  const { origin } = new URL(frameUrl);
  const onMessage = (event: MessageEvent): void => {
    if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
    const word = readMessage(event.data);
    if (word === null) return;
    shown.value = word;
    clearTimeout(timer);
    if (word === 'shown') showWhole(frame.current);
    if (word === 'done') lookUpSoon(MAX_LOOK_UPS);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextLookUpMs = 0;
  /** Never more often than the server asks, however often it is said. */
  const lookUpSoon = (left: number): void => {
    const waitMs = nextLookUpMs - performance.now();
    if (waitMs <= 0) void lookUp(left);
    else timer = setTimeout(() => void lookUp(left), waitMs);
  };
  const lookUp = async (left: number): Promise<void> => {
    nextLookUpMs = performance.now() + LOOK_UP_PAUSE_MS;
    const token = checkout.receiptToken.value;
    if (token === null || (await lookUpPayment(checkout, token)) || shown.value !== 'done') return;
    if (left > 1) lookUpSoon(left - 1);
    else shown.value = 'unclear';
  };
  addEventListener('message', onMessage);
  return () => {
    clearTimeout(timer);
    removeEventListener('message', onMessage);
  };
}

/** Scrolls this page alone. The form itself can't be scrolled to from within, where its script has fixed it to its document. */
function showWhole(frame: HTMLIFrameElement | null): void {
  if (!frame) return;
  const { top, bottom } = frame.getBoundingClientRect();
  scrollBy(0, top < 0 ? top : Math.max(0, Math.min(top, bottom - innerHeight)));
}

const themeOf = ({ dataset }: HTMLElement): string => dataset['theme'] ?? 'auto';
