// Comforts for pages that work in full without them: a password that can be looked at, an error that is read aloud, a form that is
// sent once.

import { offerPasskey } from './offer-passkey.ts';

// Not every screen reader announces an error that is there at load; a focused one is read.
document.querySelector<HTMLElement>('[role=alert]')?.focus();

for (const around of document.querySelectorAll<HTMLElement>('.with-button')) {
  const input = around.querySelector('input');
  if (!input) continue;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'show';
  const say = (): void => {
    const isShown = input.type === 'text';
    button.textContent = (isShown ? around.dataset['hide'] : around.dataset['show']) ?? '';
    button.setAttribute('aria-pressed', String(isShown));
  };
  button.addEventListener('click', () => {
    input.type = input.type === 'text' ? 'password' : 'text';
    say();
    input.focus();
  });
  // Browsers remember only hidden passwords: hide it again before sending.
  input.form?.addEventListener('submit', () => (input.type = 'password'));
  say();
  around.append(button);
}

offerPasskey();

const form = document.querySelector('form');
form?.addEventListener('submit', (event) => {
  if ('sent' in form.dataset) event.preventDefault();
  form.dataset['sent'] = '';
});
// Back in the history, the page may be shown as it was left.
addEventListener('pageshow', () => delete form?.dataset['sent']);
