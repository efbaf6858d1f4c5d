import type { VNode } from 'preact';
import type { Static } from 'typebox';
import type { ShownPool, ShownTicketType } from './data.ts';
import { ChangePoolBody, PoolBody } from './bodies.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { useDashboard } from '../dashboard.ts';
import { ChoicesField } from '../components/choices-field.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm, type Form as FormState } from '../components/use-form.ts';
import { useEventTicketsTexts } from './texts.ts';
import { pathOf } from './type-dialog.tsx';

type Fields = Static<typeof PoolBody>;
type Given = { event: ShownEvent; types: readonly ShownTicketType[]; onClose: () => void };

/** Those that may share a stock: sold by number, and not in another pool. */
export const mayShare = (types: readonly ShownTicketType[], pool: ShownPool | null): ShownTicketType[] =>
  types.filter(({ kind, poolId }) => kind === 'GENERAL' && (poolId === null || poolId === pool?.poolId));

export function ShareStockDialog({ event, types, onClose }: Given): VNode {
  const { call, router, toasts, page } = useDashboard();
  const texts = useEventTicketsTexts();
  const choices = mayShare(types, null);
  const form = useForm({
    schema: PoolBody,
    initial: {
      name: texts.poolPreset,
      capacity: '',
      // Of two there is nothing to choose.
      ticketTypeIds: choices.length === 2 ? choices.map(({ ticketTypeId }) => ticketTypeId) : [],
    },
    send: async (body) => {
      await call(pathOf(page, event, '/pools'), { method: 'POST', body });
      onClose();
      toasts.tell({ tone: 'good', text: texts.shared(body.name) });
      await router.refresh();
    },
  });
  return (
    <Dialog title={texts.shareTitle} onClose={onClose}>
      <Form form={form} submit={texts.shareButton} onCancel={onClose}>
        <p class="soft">{texts.shareText}</p>
        <PoolFields form={form} choices={choices} />
      </Form>
    </Dialog>
  );
}

export function EditPoolDialog({ event, types, pool, onClose }: Given & { pool: ShownPool }): VNode {
  const { texts: common, call, router, toasts, page } = useDashboard();
  const texts = useEventTicketsTexts();
  const { poolId, ...before } = pool;
  const save = async (body: Static<typeof ChangePoolBody>): Promise<void> => {
    await call(pathOf(page, event, `/pools/${poolId}`), { method: 'PATCH', body });
  };
  const form = useForm({
    schema: ChangePoolBody,
    initial: before,
    send: async (body) => {
      await save(body);
      onClose();
      const undo = async (): Promise<void> => {
        await save({ ...before, version: body.version + 1 });
        await router.refresh();
      };
      toasts.tell({ tone: 'good', text: texts.saved(body.name), undo });
      await router.refresh();
    },
  });
  return (
    <Dialog title={texts.editTitle(pool.name)} onClose={onClose}>
      <Form form={form} submit={common.parts.save} onCancel={onClose}>
        <PoolFields form={form} choices={mayShare(types, pool)} />
      </Form>
    </Dialog>
  );
}

function PoolFields({
  form,
  choices,
}: {
  form: FormState<Fields>;
  choices: readonly ShownTicketType[];
}): VNode {
  const texts = useEventTicketsTexts();
  return (
    <>
      <TextField form={form} name="name" label={texts.poolName} hint={texts.poolNameHint} maxLength={200} />
      <TextField
        form={form}
        name="capacity"
        label={texts.poolCapacity}
        hint={texts.poolCapacityHint}
        inputMode="numeric"
        maxLength={8}
        autocomplete="off"
      />
      <ChoicesField
        form={form}
        name="ticketTypeIds"
        label={texts.poolTypes}
        hint={texts.poolTypesHint}
        choices={choices.map(({ ticketTypeId, name }) => ({ value: ticketTypeId, label: name }))}
      />
    </>
  );
}
