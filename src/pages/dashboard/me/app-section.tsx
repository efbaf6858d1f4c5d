import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Moment } from '../components/moment.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { AppDialog, type AppSetUp } from './app-dialog.tsx';
import type { Added, FactorSectionProps } from './factor-section.ts';
import { useMeTexts } from './texts.ts';

/** The authenticator app: one at a time. */
export function AppSection({ data, onCodes, isMain }: FactorSectionProps & { isMain: boolean }): VNode {
  const { send, call, router, toasts, page } = useDashboard();
  const texts = useMeTexts();
  const { app } = texts.me;
  const setUp = useSignal<AppSetUp | null>(null);
  const isRemoving = useSignal(false);
  const at = `${page.base}/me/authenticator-app`;
  const isLast = data.passkeys.length === 0;
  const begin = async (): Promise<void> => {
    setUp.value = await call<AppSetUp>(`${at}/begin`, { method: 'POST' });
  };
  const onAdded = async ({ recoveryCodes }: Added): Promise<void> => {
    setUp.value = null;
    toasts.tell({ tone: 'good', text: app.added });
    onCodes(recoveryCodes);
    await router.refresh();
  };
  const remove = (): Promise<void> =>
    send(at, { method: 'DELETE', told: app.removed, onClose: () => (isRemoving.value = false) });
  return (
    <Section title={app.title} intro={app.intro} isCard>
      <p class="row wrap me-status">
        {data.totpSince === null ? (
          <StatusBadge tone="off">{app.off}</StatusBadge>
        ) : (
          <>
            <StatusBadge tone="good">{app.on}</StatusBadge>
            <span class="soft">
              {app.since} <Moment at={data.totpSince} style="date" />
            </span>
          </>
        )}
      </p>
      <div class="actions">
        <BusyButton class={isMain ? 'main' : 'second'} onPress={begin}>
          {data.totpSince === null ? app.setUp : app.replace}
        </BusyButton>
        {data.totpSince !== null && !(isLast && data.mustKeepOne) && (
          <button type="button" class="second" onClick={() => (isRemoving.value = true)}>
            {app.remove}
          </button>
        )}
      </div>
      {setUp.value && (
        <AppDialog at={at} setUp={setUp.value} onAdded={onAdded} onClose={() => (setUp.value = null)} />
      )}
      {isRemoving.value && (
        <ConfirmDialog
          title={app.removeTitle}
          confirm={app.removeButton}
          onConfirm={remove}
          onClose={() => (isRemoving.value = false)}
        >
          {isLast ? texts.me.security.lastFactor : app.removeText}
        </ConfirmDialog>
      )}
    </Section>
  );
}
