import { CallFailed, callServer } from '../../shared/call-server.ts';
import { canUsePasskeys, getPasskey } from '../second-step/passkeys.ts';

/** Shows the passkey sign-in if the page offers it and the browser supports it. */
export function offerPasskey(): void {
  const way = document.querySelector<HTMLElement>('.passkey');
  const button = way?.querySelector('button');
  const error = way?.querySelector('.error');
  if (!way || !button || !error || !canUsePasskeys()) return;
  const { at = '', next = '', failed = '' } = way.dataset;
  const post = { method: 'POST', credentials: 'same-origin' } as const;
  const give = async (): Promise<boolean> => {
    const { answer } = await callServer<PublicKeyCredentialRequestOptionsJSON>(`${at}/options`, post);
    const body = await getPasskey(answer);
    if (!body) return false;
    await callServer(at, { ...post, body });
    return true;
  };
  button.addEventListener('click', () => {
    error.textContent = '';
    void give()
      .catch((reason: unknown) => {
        if (reason instanceof CallFailed) return false;
        throw reason;
      })
      .then((isGiven) => {
        if (isGiven) location.assign(next);
        else error.textContent = failed;
      });
  });
  way.hidden = false;
}
