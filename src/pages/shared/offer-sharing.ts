import { shareAddress } from './share-address.ts';

/** A phone shares by its own sheet; elsewhere the link is copied. The button has the words for both. */
export function offerSharing(): void {
  const button = document.querySelector<HTMLButtonElement>('#share');
  const said = document.querySelector('#share-said');
  if (!button || !said) return;
  const { title: name = '', address = '', share = '', copied = '' } = button.dataset;
  const canShare = 'share' in navigator;
  if (!canShare && !('clipboard' in navigator)) return;
  const label = button.querySelector('span');
  if (canShare && label) label.textContent = share;
  button.hidden = false;
  button.addEventListener('click', () => {
    void shareAddress({ name, address }).then((outcome) => {
      if (outcome !== 'copied') return;
      said.textContent = copied;
      if (label) label.textContent = copied;
    });
  });
}
