import type { VNode } from 'preact';
import { WebhookBody } from './bodies.ts';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useEventIntegrationsTexts } from './texts.ts';

/** A new receiver. What is wrong with its address is said at the field, with what to do. */
export function AddWebhookDialog({ address, onClose }: { address: string; onClose: () => void }): VNode {
  const { call, router, toasts } = useDashboard();
  const texts = useEventIntegrationsTexts();
  const form = useForm({
    schema: WebhookBody,
    initial: { url: '' },
    send: async (body) => {
      const { url } = await call<{ url: string }>(`${address}/webhooks`, { method: 'POST', body });
      onClose();
      toasts.tell({ tone: 'good', text: texts.added(url) });
      await router.refresh();
    },
  });
  return (
    <Dialog title={texts.addTitle} onClose={onClose}>
      <Form form={form} submit={texts.addButton} onCancel={onClose}>
        <TextField
          form={form}
          name="url"
          type="url"
          label={texts.url}
          hint={texts.urlHint}
          placeholder={texts.urlPlaceholder}
          inputMode="url"
          autocomplete="off"
          maxLength={2_000}
        />
      </Form>
    </Dialog>
  );
}
