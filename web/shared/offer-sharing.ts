/** A phone shares by its own sheet; elsewhere the link is copied. The button has the words for both. */
export function offerSharing(): void {
  const button = document.querySelector<HTMLButtonElement>('#share');
  const said = document.querySelector('#share-said');
  if (!button || !said) return;
  const { title = '', address: url = '', share = '', copied = '' } = button.dataset;
  const canShare = 'share' in navigator;
  if (!canShare && !('clipboard' in navigator)) return;
  const label = button.querySelector('span');
  if (canShare && label) label.textContent = share;
  button.hidden = false;
  button.addEventListener('click', () => {
    if (canShare) {
      // Who closes the sheet has changed their mind.
      navigator.share({ title, url }).catch(() => undefined);
      return;
    }
    void navigator.clipboard.writeText(url).then(() => {
      said.textContent = copied;
      if (label) label.textContent = copied;
    });
  });
}
