// Three comforts for the payment page, which works in full without them: a countdown, an error that is read aloud,
// and a form that is sent once.

const timer = document.querySelector('[data-seconds-left]');
if (timer) {
  // Counted from what the server says is left: the phone's own clock may be wrong.
  const endsAt = Date.now() + Number(timer.dataset.secondsLeft) * 1000;
  const twoDigits = (number) => String(number).padStart(2, '0');
  const show = () => {
    const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
    const hours = Math.floor(left / 3600);
    const minutes = Math.floor(left / 60) % 60;
    const clock = `${hours > 0 ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(left % 60)}`;
    timer.textContent = `${clock} left`;
    timer.parentElement.classList.toggle('urgent', left < 120);
    if (left > 0) return;
    clearInterval(ticking);
    // Not a reload, which would send a declined card again.
    location.replace(location.href);
  };
  const ticking = setInterval(show, 1000);
  show();
}

// What is there when a page loads is not announced by every screen reader; what gets the focus is.
document.querySelector('[role=alert]')?.focus();

const form = document.querySelector('form');
form?.addEventListener('submit', (event) => {
  if ('sent' in form.dataset) event.preventDefault();
  form.dataset.sent = '';
});
// Back from the shop, the page may be shown as it was left.
addEventListener('pageshow', () => delete form?.dataset.sent);
