const URGENT_SECONDS = 120;

/** Counts down to the end of the time to pay, and then loads the page anew. */
export function countDown(timer: HTMLElement): void {
  // Counted from what the server says is left: the phone's own clock may be wrong.
  const endsAt = performance.now() + Number(timer.dataset['secondsLeft']) * 1000;
  const text = timer.dataset['text'] ?? '{clock}';
  const show = (): void => {
    const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
    timer.textContent = text.replace('{clock}', clockOf(left));
    timer.parentElement?.classList.toggle('urgent', left < URGENT_SECONDS);
    if (left > 0) return;
    clearInterval(ticking);
    location.reload();
  };
  const ticking = setInterval(show, 1000);
  show();
}

function clockOf(seconds: number): string {
  const twoDigits = (number: number): string => String(number).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${hours > 0 ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(seconds % 60)}`;
}
