import { useSignal } from '@preact/signals';
import { Object as Body, String } from 'typebox';
import type { VNode } from 'preact';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { canUsePasskeys, getPasskey } from './passkeys.ts';

const CodeBody = Body({ code: String({ minLength: 1, maxLength: 100, format: 'line' }) });

/** Asks for the second factor again, before an action that needs it. */
export function SecondStepDialog({
  onPassed,
  onClose,
}: {
  onPassed: () => void;
  onClose: () => void;
}): VNode {
  const { texts, call, page } = useDashboard();
  const { secondStep } = texts.parts;
  const at = `${page.base}/second-step`;
  const isNotGiven = useSignal(false);
  const form = useForm({
    schema: CodeBody,
    texts: secondStep,
    initial: { code: '' },
    send: async (body) => {
      await call(at, { method: 'POST', body });
      onPassed();
    },
  });
  const passkey = async (): Promise<void> => {
    isNotGiven.value = false;
    const given = await getPasskey(await call(`${at}/passkey/options`, { method: 'POST' }));
    if (!given) return void (isNotGiven.value = true);
    await call(`${at}/passkey`, { method: 'POST', body: given });
    return onPassed();
  };
  return (
    <Dialog title={secondStep.title} onClose={onClose}>
      <p>{secondStep.text}</p>
      {page.person.hasPasskey && canUsePasskeys() && (
        <div class="passkey-way">
          <BusyButton onPress={passkey}>{secondStep.passkey}</BusyButton>
          <div role="alert">
            {isNotGiven.value && <Message tone="bad">{secondStep.passkeyFailed}</Message>}
          </div>
        </div>
      )}
      <Form form={form} submit={secondStep.confirm} onCancel={onClose}>
        <TextField form={form} name="code" autocomplete="one-time-code" />
      </Form>
    </Dialog>
  );
}
