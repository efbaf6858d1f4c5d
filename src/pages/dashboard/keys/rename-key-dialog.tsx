import type { VNode } from 'preact';
import type { Static } from 'typebox';
import { RenameKeyBody } from './bodies.ts';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useKeysTexts } from './texts.ts';

/** The name only: the key itself, and what it opens, stay as they are. So it can be taken back. */
export function RenameKeyDialog({
  value,
  onClose,
}: {
  value: { keyId: string; name: string; version: number };
  onClose: () => void;
}): VNode {
  const texts = useKeysTexts();
  const { call, router, toasts, page } = useDashboard();
  const rename = async (body: Static<typeof RenameKeyBody>): Promise<void> => {
    await call(page.inHost(`/keys/${value.keyId}`), { method: 'PATCH', body });
    await router.refresh();
  };
  const { name: before, version } = value;
  const form = useForm({
    schema: RenameKeyBody,
    initial: { name: before, version },
    latest: async () => {
      const answer = await router.peek();
      const keys = answer?.view === 'keys' ? answer.data.keys : [];
      return keys.find(({ keyId }) => keyId === value.keyId) ?? null;
    },
    send: async (body) => {
      await rename(body);
      onClose();
      const undo = (): Promise<void> => rename({ name: before, version: body.version + 1 });
      toasts.tell({ tone: 'good', text: texts.keys.renamed(body.name), undo });
    },
  });
  return (
    <Dialog title={texts.keys.renameTitle} onClose={onClose}>
      <Form form={form} submit={texts.parts.save} onCancel={onClose}>
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
