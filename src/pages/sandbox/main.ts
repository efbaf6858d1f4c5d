import { countDown } from '../shared/count-down.ts';

// Three comforts for the payment page, which works in full without them: a countdown, an error that is read aloud,
// and a form that is sent once.

// Not a reload, which would send a declined card again.
countDown({ onEnd: () => location.replace(location.href) });

// What is there when a page loads is not announced by every screen reader; what gets the focus is.
document.querySelector<HTMLElement>('[role=alert]')?.focus();

const form = document.querySelector('form');
form?.addEventListener('submit', (event) => {
  if ('sent' in form.dataset) event.preventDefault();
  form.dataset['sent'] = '';
});
// Back from the shop, the page may be shown as it was left.
addEventListener('pageshow', () => delete form?.dataset['sent']);
