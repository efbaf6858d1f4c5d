import type { VNode } from 'preact';
import { NameServersBody } from './bodies.ts';
import { useDashboard } from '../dashboard.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { TextArea } from '../components/text-area.tsx';
import { useForm } from '../components/use-form.ts';
import { useKeysTexts } from './texts.ts';

type Key = { keyId: string; name: string; servers: string[]; version: number };

const valuesOf = ({ servers, version }: Key) => ({ addresses: servers.join('\n'), version });

/** The integrator's own servers, which call for many buyers: no cap per address holds for them. */
export function ServersDialog({ value, onClose }: { value: Key; onClose: () => void }): VNode {
  const texts = useKeysTexts();
  const { send, router, page } = useDashboard();
  const form = useForm({
    schema: NameServersBody,
    initial: valuesOf(value),
    latest: async () => {
      const answer = await router.peek();
      const keys = answer?.view === 'keys' ? answer.data.keys : [];
      const now = keys.find(({ keyId }) => keyId === value.keyId);
      return now ? valuesOf(now) : null;
    },
    send: (body) =>
      send(page.inHost(`/keys/${value.keyId}/servers`), {
        method: 'PATCH',
        body,
        told: texts.keys.serversSaved(value.name),
        onClose,
      }),
  });
  return (
    <FormDialog
      form={form}
      title={texts.keys.serversTitle(value.name)}
      intro={<p>{texts.keys.serversText}</p>}
      onClose={onClose}
    >
      <TextArea
        form={form}
        name="addresses"
        label={texts.keys.servers}
        hint={texts.keys.serversHint}
        isOptional
      />
    </FormDialog>
  );
}
