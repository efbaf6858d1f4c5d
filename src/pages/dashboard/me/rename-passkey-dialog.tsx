import type { VNode } from 'preact';
import { PasskeyNameBody } from '../second-step/passkey-name-body.ts';
import { useDashboard } from '../dashboard.ts';
import { FormDialog } from '../components/form-dialog.tsx';
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
  const { send } = useDashboard();
  const texts = useMeTexts();
  const { passkeys: said } = texts.me;
  const form = useForm({
    schema: PasskeyNameBody,
    texts: said,
    initial: { name: before },
    send: (body) =>
      send(`${at}/${passkeyId}`, {
        method: 'PATCH',
        body,
        told: said.renamed(body.name),
        undo: { name: before },
        onClose,
      }),
  });
  return (
    <FormDialog form={form} title={said.renameTitle} onClose={onClose}>
      <TextField form={form} name="name" />
    </FormDialog>
  );
}
