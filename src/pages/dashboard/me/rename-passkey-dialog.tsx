import type { VNode } from 'preact';
import { PasskeyNameBody } from '../second-step/passkey-name-body.ts';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useMeTexts } from './texts.ts';

export function RenamePasskeyDialog({
  at,
  passkey: { passkeyId, name: before },
  onClose,
}: {
  at: string;
  passkey: { passkeyId: string; name: string };
  onClose: () => void;
}): VNode {
  const { call, router, toasts } = useDashboard();
  const texts = useMeTexts();
  const { passkeys: said } = texts.me;
  const rename = async (name: string): Promise<void> => {
    await call(`${at}/${passkeyId}`, { method: 'PATCH', body: { name } });
    await router.refresh();
  };
  const form = useForm({
    schema: PasskeyNameBody,
    initial: { name: before },
    send: async ({ name }) => {
      await rename(name);
      onClose();
      toasts.tell({ tone: 'good', text: said.renamed(name), undo: () => rename(before) });
    },
  });
  return (
    <Dialog title={said.renameTitle} onClose={onClose}>
      <Form form={form} submit={texts.parts.save} onCancel={onClose}>
        <TextField form={form} name="name" label={said.name} hint={said.nameHint} maxLength={100} />
      </Form>
    </Dialog>
  );
}
