import type { VNode } from 'preact';
import { KeyBody } from './bodies.ts';
import { useDashboard } from '../dashboard.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useKeysTexts } from './texts.ts';

export function NewKeyDialog({ onClose }: { onClose: () => void }): VNode {
  const texts = useKeysTexts();
  const { send, page } = useDashboard();
  const form = useForm({
    schema: KeyBody,
    texts: texts.keys,
    initial: { name: '' },
    send: (body) => send(page.inHost('/keys'), { body, told: texts.keys.made(body.name), onClose }),
  });
  return (
    <FormDialog form={form} title={texts.keys.createTitle} submit={texts.keys.createButton} onClose={onClose}>
      <TextField form={form} name="name" />
    </FormDialog>
  );
}
