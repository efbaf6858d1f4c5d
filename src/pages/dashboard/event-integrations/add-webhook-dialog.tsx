import type { VNode } from 'preact';
import { WebhookBody } from './bodies.ts';
import { useDashboard } from '../dashboard.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useEventIntegrationsTexts } from './texts.ts';

/** Adds a receiver. Errors in its address are explained at the field. */
export function AddWebhookDialog({ address, onClose }: { address: string; onClose: () => void }): VNode {
  const { send } = useDashboard();
  const texts = useEventIntegrationsTexts();
  const form = useForm({
    schema: WebhookBody,
    texts,
    initial: { url: '' },
    send: (body) =>
      send<{ url: string }>(`${address}/webhooks`, { body, told: ({ url }) => texts.added(url), onClose }),
  });
  return (
    <FormDialog form={form} title={texts.addTitle} submit={texts.addButton} onClose={onClose}>
      <TextField
        form={form}
        name="url"
        type="url"
        placeholder={texts.urlPlaceholder}
        inputMode="url"
        autocomplete="off"
      />
    </FormDialog>
  );
}
