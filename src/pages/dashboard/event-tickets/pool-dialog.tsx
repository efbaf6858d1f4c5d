import type { VNode } from 'preact';
import type { Static } from 'typebox';
import type { ShownPool, ShownTicketType } from './data.ts';
import { ChangePoolBody, PoolBody } from './bodies.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { useDashboard } from '../dashboard.ts';
import { ChoicesField } from '../components/choices-field.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
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
  const { send, page } = useDashboard();
  const texts = useEventTicketsTexts();
  const choices = mayShare(types, null);
  const form = useForm({
    schema: PoolBody,
    initial: {
      name: texts.poolPreset,
      capacity: '',
      // With two there is nothing to choose.
      ticketTypeIds: choices.length === 2 ? choices.map(({ ticketTypeId }) => ticketTypeId) : [],
    },
    send: (body) => send(pathOf(page, event, '/pools'), { body, told: texts.shared(body.name), onClose }),
  });
  return (
    <FormDialog form={form} title={texts.shareTitle} submit={texts.shareButton} onClose={onClose}>
      <p class="soft">{texts.shareText}</p>
      <PoolFields form={form} choices={choices} />
    </FormDialog>
  );
}

export function EditPoolDialog({ event, types, pool, onClose }: Given & { pool: ShownPool }): VNode {
  const { send, page } = useDashboard();
  const texts = useEventTicketsTexts();
  const { poolId, ...before } = pool;
  const form = useForm({
    schema: ChangePoolBody,
    initial: before,
    send: (body) =>
      send(pathOf(page, event, `/pools/${poolId}`), {
        method: 'PATCH',
        body,
        told: texts.saved(body.name),
        undo: { ...before, version: body.version + 1 },
        onClose,
      }),
  });
  return (
    <FormDialog form={form} title={texts.editTitle(pool.name)} onClose={onClose}>
      <PoolFields form={form} choices={mayShare(types, pool)} />
    </FormDialog>
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
      <TextField form={form} name="name" label={texts.poolName} hint={texts.poolNameHint} />
      <TextField
        form={form}
        name="capacity"
        maxLength={8}
        label={texts.poolCapacity}
        hint={texts.poolCapacityHint}
        inputMode="numeric"
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
