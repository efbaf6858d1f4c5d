import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import type { FactorSectionProps } from './factor-section.ts';
import { useMeTexts } from './texts.ts';

// Fewer than these are soon none.
const FEW = 3;

/** The number of recovery codes left, and a button for new ones. */
export function RecoverySection({ data, onCodes }: FactorSectionProps): VNode {
  const { call, router, page } = useDashboard();
  const texts = useMeTexts();
  const { recovery } = texts.me;
  const isAsking = useSignal(false);
  const left = data.recoveryCodesLeft;
  const renew = async (): Promise<void> => {
    const { recoveryCodes } = await call<{ recoveryCodes: string[] }>(`${page.base}/me/recovery-codes`, {
      method: 'POST',
    });
    isAsking.value = false;
    onCodes(recoveryCodes);
    await router.refresh();
  };
  return (
    <Section title={recovery.title} intro={recovery.intro} isCard>
      <p class="row wrap me-status">
        <StatusBadge tone={left < FEW ? 'waiting' : 'good'}>{recovery.left(left)}</StatusBadge>
      </p>
      <div class="actions">
        <button type="button" class="second" onClick={() => (isAsking.value = true)}>
          {recovery.renew}
        </button>
      </div>
      {isAsking.value && (
        <ConfirmDialog
          title={recovery.renewTitle}
          confirm={recovery.renewButton}
          onConfirm={renew}
          onClose={() => (isAsking.value = false)}
        >
          {recovery.renewText}
        </ConfirmDialog>
      )}
    </Section>
  );
}
