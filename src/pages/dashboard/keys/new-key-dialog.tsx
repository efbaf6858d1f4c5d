import type { VNode } from 'preact';
import { KeyBody } from './bodies.ts';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useKeysTexts } from './texts.ts';

export function NewKeyDialog({ onClose }: { onClose: () => void }): VNode {
  const texts = useKeysTexts();
  const { call, router, toasts, page } = useDashboard();
  const form = useForm({
    schema: KeyBody,
    initial: { name: '' },
    send: async (body) => {
      await call(page.inHost('/keys'), { method: 'POST', body });
      onClose();
      toasts.tell({ tone: 'good', text: texts.keys.made(body.name) });
      await router.refresh();
    },
  });
  return (
    <Dialog title={texts.keys.createTitle} onClose={onClose}>
      <Form form={form} submit={texts.keys.createButton} onCancel={onClose}>
        <TextField
          form={form}
          name="name"
          label={texts.keys.name}
          hint={texts.keys.nameHint}
          maxLength={100}
        />
      </Form>
    </Dialog>
  );
}
