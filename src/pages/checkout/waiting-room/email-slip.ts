import { suggestEmail } from '../../shared/suggest-email.ts';
import type { RoomPage } from './show-room.ts';
import { setHidden, setText } from './show-line.ts';

/** The script's own form. The one in `<noscript>` is not an element for it. */
export const emailField = (root: HTMLElement): HTMLInputElement | null =>
  root.querySelector<HTMLInputElement>('input[name=email]');

const buttonIn = (root: HTMLElement): HTMLElement | null => root.querySelector('[data-act=take_meant]');

/** Shows which address was probably meant. Nothing is changed unasked. */
export function showSlip({ root, words }: RoomPage, field: HTMLInputElement): string | null {
  const meant = suggestEmail(field.value);
  const button = buttonIn(root);
  setHidden(button, meant === null);
  if (!button || meant === null) return null;
  button.dataset['meant'] = meant;
  setText(button, words.meant(meant));
  return meant;
}

/** Whether an address that is about to be sent looks like a slip, and was not sent before. */
export function asksAboutSlip(page: RoomPage, field: HTMLInputElement): boolean {
  const typed = field.value.trim();
  if (showSlip(page, field) === null || field.dataset['sent'] === typed) return false;
  field.dataset['sent'] = typed;
  return true;
}

/** The buyer did mean the other one. */
export function takeMeant({ root }: RoomPage): void {
  const [field, button] = [emailField(root), buttonIn(root)];
  if (!field || !button) return;
  field.value = button.dataset['meant'] ?? field.value;
  setHidden(button, true);
  field.focus();
}
