import { countDown } from '../shared/count-down.ts';

// Three comforts for the payment page, which works in full without them: a countdown, an error that is read aloud,
// and a form that is sent once.

// Not a reload, which would send a declined card again.
countDown({ onEnd: () => location.replace(location.href) });

// Not every screen reader announces text that is there when a page loads; all announce the focus.
document.querySelector<HTMLElement>('[role=alert]')?.focus();

const form = document.querySelector('form');
form?.addEventListener('submit', (event) => {
  if ('sent' in form.dataset) event.preventDefault();
  form.dataset['sent'] = '';
});
// Back from the shop, the page may be shown as it was left.
addEventListener('pageshow', () => delete form?.dataset['sent']);
