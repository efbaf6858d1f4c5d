import type { VNode } from 'preact';
import { NameServersBody } from './bodies.ts';
import { useDashboard } from '../dashboard.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { TextArea } from '../components/text-area.tsx';
import { useForm } from '../components/use-form.ts';
import { useKeysTexts } from './texts.ts';

type Key = { keyId: string; name: string; servers: string[]; version: number };

const valuesOf = ({ servers, version }: Key) => ({ addresses: servers.join('\n'), version });

/** The integrator's own servers, which call for many buyers: no cap per address holds for them. */
export function ServersDialog({ value, onClose }: { value: Key; onClose: () => void }): VNode {
  const texts = useKeysTexts();
  const { call, router, toasts, page } = useDashboard();
  const form = useForm({
    schema: NameServersBody,
    initial: valuesOf(value),
    latest: async () => {
      const answer = await router.peek();
      const keys = answer?.view === 'keys' ? answer.data.keys : [];
      const now = keys.find(({ keyId }) => keyId === value.keyId);
      return now ? valuesOf(now) : null;
    },
    send: async (body) => {
      await call(page.inHost(`/keys/${value.keyId}/servers`), { method: 'PATCH', body });
      onClose();
      toasts.tell({ tone: 'good', text: texts.keys.serversSaved(value.name) });
      await router.refresh();
    },
  });
  return (
    <Dialog title={texts.keys.serversTitle(value.name)} onClose={onClose}>
      <p>{texts.keys.serversText}</p>
      <Form form={form} submit={texts.parts.save} onCancel={onClose}>
        <TextArea
          form={form}
          name="addresses"
          label={texts.keys.servers}
          hint={texts.keys.serversHint}
          limit={2_000}
          isOptional
        />
      </Form>
    </Dialog>
  );
}
