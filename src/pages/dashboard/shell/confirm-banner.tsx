import type { VNode } from 'preact';
import { Message } from '../../shared/message.tsx';
import { BusyButton } from '../components/busy-button.tsx';
import { useDashboard } from '../dashboard.ts';

/** Reminds the person on every page to confirm the address: nothing is public before. */
export function ConfirmBanner(): VNode | null {
  const { texts, call, toasts, page } = useDashboard();
  const again = async (): Promise<void> => {
    await call(`${page.base}/me/confirm-email`, { method: 'POST' });
    toasts.tell({ tone: 'good', text: texts.shell.sentAgain });
  };
  const isSupport = page.host?.role === 'support';
  if (page.person.isEmailConfirmed && (isSupport || page.host?.isConfirmed !== false)) return null;
  return (
    <div class="banner">
      <Message
        tone="warn"
        action={
          <BusyButton class="plain" onPress={again}>
            {texts.shell.sendAgain}
          </BusyButton>
        }
      >
        {texts.shell.confirmEmail(page.person.email)}
      </Message>
    </div>
  );
}
