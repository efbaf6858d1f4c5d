// Comforts for pages that work in full without them: a password that can be looked at, an error that is read aloud, a form that is
// sent once.

import { offerPasskey } from './offer-passkey.ts';

// What is there when a page loads is not announced by every screen reader; what gets the focus is.
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
  // A browser offers to remember passwords, and what it remembers is what is hidden.
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
