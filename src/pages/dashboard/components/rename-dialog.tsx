import type { VNode } from 'preact';
import type { TObject, TString } from 'typebox';
import { useDashboard } from '../dashboard.ts';
import { FormDialog } from './form-dialog.tsx';
import { TextField } from './text-field.tsx';
import { useForm } from './use-form.ts';

type Named = { name: string; version?: number };

/** Gives something another name. Nothing else about it changes, so the toast offers to undo it. */
export function RenameDialog({
  address,
  method = 'PATCH',
  schema,
  value: { name, version },
  texts,
  latest,
  onClose,
}: {
  address: string;
  method?: 'PATCH' | 'POST';
  schema: TObject<{ name: TString }>;
  value: Named;
  texts: { renameTitle: string; renamed: (name: string) => string };
  latest?: () => Promise<Named | null>;
  onClose: () => void;
}): VNode {
  const { send } = useDashboard();
  const form = useForm({
    schema,
    texts,
    initial: { name, ...(version !== undefined && { version }) },
    ...(latest && { latest }),
    send: (body: Named) =>
      send(address, {
        method,
        body,
        told: texts.renamed(body.name),
        undo: { name, ...(body.version !== undefined && { version: body.version + 1 }) },
        onClose,
      }),
  });
  return (
    <FormDialog form={form} title={texts.renameTitle} onClose={onClose}>
      <TextField form={form} name="name" />
    </FormDialog>
  );
}
