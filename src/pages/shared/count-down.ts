import { formatClock } from './format-clock.ts';

const URGENT_SECONDS = 120;

/**
 * Counts down in the element that has `data-seconds-left`, if there is one, in the words of its `data-text`. The rest by the
 * server's clock counts: the phone's own may be wrong.
 */
export function countDown({ onEnd }: { onEnd: () => void }): void {
  const timer = document.querySelector<HTMLElement>('[data-seconds-left]');
  if (!timer) return;
  const endsAt = performance.now() + Number(timer.dataset['secondsLeft']) * 1000;
  const text = timer.dataset['text'] ?? '{clock}';
  const show = (): void => {
    const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
    timer.textContent = text.replace('{clock}', formatClock(left));
    timer.parentElement?.classList.toggle('urgent', left < URGENT_SECONDS);
    if (left > 0) return;
    clearInterval(ticking);
    onEnd();
  };
  const ticking = setInterval(show, 1000);
  show();
}
