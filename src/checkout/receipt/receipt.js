// Two comforts for the receipt, which works in full without them: a countdown, and a page that follows its order by
// itself. Those without JavaScript have the page loaded anew every few seconds instead.

const timer = document.querySelector('[data-seconds-left]');
if (timer) {
  // Counted from what the server says is left: the phone's own clock may be wrong.
  const endsAt = performance.now() + Number(timer.dataset.secondsLeft) * 1000;
  const twoDigits = (number) => String(number).padStart(2, '0');
  const show = () => {
    const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
    const hours = Math.floor(left / 3600);
    const minutes = Math.floor(left / 60) % 60;
    const clock = `${hours > 0 ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(left % 60)}`;
    timer.textContent = `${clock} left to pay`;
    timer.parentElement.classList.toggle('urgent', left < 120);
    if (left > 0) return;
    clearInterval(ticking);
    location.reload();
  };
  const ticking = setInterval(show, 1000);
  show();
}

const live = document.querySelector('[data-live]');
if (live) {
  const FIRST_PAUSE_MS = 3_000;
  const LONGEST_PAUSE_MS = 30_000;
  const PATIENCE_MS = 10_000;
  let pauseMs = FIRST_PAUSE_MS;
  let waiting;
  let isAsking = false;
  const ask = async () => {
    isAsking = true;
    let status = live.dataset.status;
    try {
      const answer = await fetch(live.dataset.live, { signal: AbortSignal.timeout(PATIENCE_MS) });
      if (answer.ok) ({ status } = await answer.json());
    } catch {
      // Offline, or the service is: asked again later.
    }
    if (status !== live.dataset.status) {
      location.reload();
      return;
    }
    isAsking = false;
    // A forgotten tab asks less and less.
    pauseMs = Math.min(pauseMs * 1.1, LONGEST_PAUSE_MS);
    waiting = setTimeout(ask, pauseMs);
  };
  waiting = setTimeout(ask, pauseMs);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || isAsking) return;
    // Back from the bank's app: the answer is wanted now.
    clearTimeout(waiting);
    pauseMs = FIRST_PAUSE_MS;
    void ask();
  });
}

// What is there when a page loads is not announced by every screen reader; what gets the focus is.
document.querySelector('.notice[role=status]')?.focus();
