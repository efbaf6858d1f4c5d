import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { nextPath } from '../sign-in/next-path.ts';
import { Message } from '../../shared/message.tsx';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { Section } from '../components/section.tsx';
import { queryValue } from '../paths.ts';
import { AppSection } from './app-section.tsx';
import { MePages } from './me-pages.tsx';
import { PasskeySection } from './passkey-section.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoverySection } from './recovery-section.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { useMeTexts } from './texts.ts';

/** Password and second factors. */
export function MySecurityView({ data }: ViewProps<'mySecurity'>): VNode {
  const texts = useMeTexts();
  const { page } = useDashboard();
  const { security } = texts.me;
  const codes = useSignal<string[] | null>(null);
  const changesPassword = useSignal(false);
  const hasFactor = data.totpSince !== null || data.passkeys.length > 0;
  const asked = queryValue(page, 'next');
  // The link's author chose it, so it may only lead to a page of the dashboard.
  const next = asked && nextPath(page.base, asked);
  const shared = { data, onCodes: (made: string[] | null) => (codes.value = made) };
  return (
    <>
      <MePages shown="security" />
      <div class="me-message">
        {!hasFactor && (
          <Message tone="warn">{next === '' ? security.noFactor : security.factorFirst}</Message>
        )}
        {hasFactor && next !== '' && (
          <Message tone="good" action={<a href={next}>{security.goOn}</a>}>
            {security.factorSet}
          </Message>
        )}
      </div>
      <AppSection {...shared} isMain={!hasFactor} />
      <PasskeySection {...shared} />
      {hasFactor && <RecoverySection {...shared} />}
      <Section title={security.passwordTitle} intro={security.passwordIntro} isCard>
        <button type="button" class="second" onClick={() => (changesPassword.value = true)}>
          {security.changePassword}
        </button>
      </Section>
      {changesPassword.value && <PasswordDialog onClose={() => (changesPassword.value = false)} />}
      {codes.value && <RecoveryCodesDialog codes={codes.value} onClose={() => (codes.value = null)} />}
    </>
  );
}
