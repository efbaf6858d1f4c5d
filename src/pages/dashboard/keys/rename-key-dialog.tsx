import type { VNode } from 'preact';
import { RenameKeyBody } from './bodies.ts';
import { useDashboard } from '../dashboard.ts';
import { FormDialog } from '../components/form-dialog.tsx';
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
  const { send, router, page } = useDashboard();
  const { name: before, version } = value;
  const form = useForm({
    schema: RenameKeyBody,
    texts: texts.keys,
    initial: { name: before, version },
    latest: async () => {
      const answer = await router.peek();
      const keys = answer?.view === 'keys' ? answer.data.keys : [];
      return keys.find(({ keyId }) => keyId === value.keyId) ?? null;
    },
    send: (body) =>
      send(page.inHost(`/keys/${value.keyId}`), {
        method: 'PATCH',
        body,
        told: texts.keys.renamed(body.name),
        undo: { name: before, version: body.version + 1 },
        onClose,
      }),
  });
  return (
    <FormDialog form={form} title={texts.keys.renameTitle} onClose={onClose}>
      <TextField form={form} name="name" />
    </FormDialog>
  );
}
