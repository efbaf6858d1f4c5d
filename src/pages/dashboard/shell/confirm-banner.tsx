import type { VNode } from 'preact';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { useAction } from '../components/use-action.ts';

/** Nothing goes public before the address is confirmed: said on every page until it is. */
export function ConfirmBanner(): VNode | null {
  const { texts, call, toasts, page } = useDashboard();
  const again = useAction(async () => {
    await call(`${page.base}/me/confirm-email`, { method: 'POST' });
    toasts.tell({ tone: 'good', text: texts.shell.sentAgain });
  });
  if (page.person.isEmailConfirmed && page.host?.isConfirmed !== false) return null;
  return (
    <div class="banner">
      <Message
        tone="warn"
        action={
          <button type="button" class="plain" aria-busy={again.isBusy} onClick={again.run}>
            {texts.shell.sendAgain}
          </button>
        }
      >
        {texts.shell.confirmEmail(page.person.email)}
      </Message>
    </div>
  );
}
