import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { PasskeyNameBody } from '../second-step/passkey-name-body.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { createPasskey } from '../second-step/passkeys.ts';
import type { Added } from './factor-section.ts';
import { useMeTexts } from './texts.ts';

/** Asks for the name first. Then the browser opens its own window, and this one closes when that is done. */
export function NewPasskeyDialog({
  at,
  name,
  onAdded,
  onClose,
}: {
  at: string;
  name: string;
  onAdded: (added: Added) => Promise<void>;
  onClose: () => void;
}): VNode {
  const { call } = useDashboard();
  const texts = useMeTexts();
  const { passkeys: said } = texts.me;
  const isRefused = useSignal(false);
  const form = useForm({
    schema: PasskeyNameBody,
    texts: said,
    initial: { name },
    send: async (body) => {
      isRefused.value = false;
      const options = await call<PublicKeyCredentialCreationOptionsJSON>(`${at}/options`, { method: 'POST' });
      const passkey = await createPasskey(options);
      if (!passkey) return void (isRefused.value = true);
      return onAdded(await call<Added>(at, { method: 'POST', body: { ...body, ...passkey } }));
    },
  });
  return (
    <Dialog title={said.addTitle} onClose={onClose}>
      <p>{said.addText}</p>
      <div role="alert">{isRefused.value && <Message tone="bad">{said.notMade}</Message>}</div>
      <Form form={form} submit={said.addButton} onCancel={onClose}>
        <TextField form={form} name="name" />
      </Form>
    </Dialog>
  );
}
