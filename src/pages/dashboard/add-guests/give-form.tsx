import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { GivableType, GivenTickets } from './data.ts';
import { GiveBody } from './bodies.ts';
import { MAX_TICKETS_OF_GIFT } from '../../../rules/guest-list.ts';
import { Message } from '../../shared/message.tsx';
import { mintId } from '../../shared/mint-id.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { Checkbox } from '../components/checkbox.tsx';
import { Form } from '../components/form.tsx';
import { Section } from '../components/section.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextArea } from '../components/text-area.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useAddGuestsTexts } from './texts.ts';

type Lines = { ticketTypeId: string; quantity: number }[];

/** Gives free tickets to one guest. */
export function GiveForm({ data }: ViewProps<'addGuests'>): VNode {
  const { give: texts } = useAddGuestsTexts();
  const { page } = useDashboard();
  const types = data.ticketTypes.filter(({ kind }) => kind === 'GENERAL');
  const given = useSignal<GivenTickets | null>(null);
  if (types.length === 0) return <p>{texts.noTypes}</p>;
  return (
    <Section title={texts.title} intro={texts.intro} isCard>
      <div role="status">
        {given.value && (
          <Message
            tone="good"
            action={<a href={page.inHost(`/orders/${given.value.reference}`)}>{texts.see}</a>}
          >
            {texts.given}
          </Message>
        )}
      </div>
      {/* A fresh form for the next guest. */}
      <GuestForm
        key={given.value?.reference ?? ''}
        types={types}
        data={data}
        onGiven={(tickets) => (given.value = tickets)}
      />
    </Section>
  );
}

function GuestForm({
  data,
  types,
  onGiven,
}: ViewProps<'addGuests'> & { types: GivableType[]; onGiven: (given: GivenTickets) => void }): VNode {
  const { call, router, page } = useDashboard();
  const { give: texts } = useAddGuestsTexts();
  const requestKey = useSignal(mintId());
  const [first] = types;
  const form = useForm({
    schema: GiveBody,
    texts,
    initial: {
      firstName: '',
      lastName: '',
      email: '',
      language: 'en',
      lines: types.length === 1 && first ? [{ ticketTypeId: first.ticketTypeId, quantity: 1 }] : [],
      sendsMail: true,
      guestNote: '',
      requestKey: requestKey.value,
    },
    send: async (body) => {
      const path = page.inHost(`/events/${data.event.eventId}/guests/give`);
      const given = await call<GivenTickets>(path, { method: 'POST', body });
      onGiven(given);
      await router.refresh();
    },
  });
  return (
    <Form form={form} submit={texts.submit}>
      <TextField form={form} name="firstName" autocomplete="off" />
      <TextField form={form} name="lastName" autocomplete="off" />
      <TextField form={form} name="email" type="email" autocomplete="off" />
      <Quantities
        types={types}
        lines={form.values.value.lines as Lines}
        error={form.errors.value['lines'] === undefined ? undefined : texts.chooseSome}
        set={(lines) => form.set('lines', lines)}
      />
      <SelectField
        form={form}
        name="language"
        choices={Object.entries(texts.languages).map(([value, label]) => ({ value, label }))}
      />
      <TextArea form={form} name="guestNote" rows={3} isOptional />
      <Checkbox form={form} name="sendsMail" />
    </Form>
  );
}

/** The quantity of each ticket type. Types without any get no line. */
function Quantities({
  types,
  lines,
  error,
  set,
}: {
  types: GivableType[];
  lines: Lines;
  error: string | undefined;
  set: (lines: Lines) => void;
}): VNode {
  const { give: texts } = useAddGuestsTexts();
  const change = (ticketTypeId: string, quantity: number): void =>
    set(
      types
        .map((type) => ({
          ticketTypeId: type.ticketTypeId,
          quantity: type.ticketTypeId === ticketTypeId ? quantity : quantityOf(lines, type.ticketTypeId),
        }))
        .filter((line) => line.quantity > 0),
    );
  return (
    <fieldset class="field radios quantities" aria-describedby={error && 'quantities-error'}>
      <legend>{texts.tickets}</legend>
      {types.map(({ ticketTypeId, name, left }) => (
        <label key={ticketTypeId} class="quantity">
          <span dir="auto">
            {name} <small class="soft">{texts.left(left)}</small>
          </span>
          <input
            type="number"
            inputMode="numeric"
            min={0}
            max={Math.min(left, MAX_TICKETS_OF_GIFT)}
            aria-label={texts.howMany(name)}
            aria-invalid={error !== undefined}
            value={quantityOf(lines, ticketTypeId)}
            onInput={(event) => change(ticketTypeId, Math.trunc(event.currentTarget.valueAsNumber) || 0)}
          />
        </label>
      ))}
      {error !== undefined && (
        <p class="error" id="quantities-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}

const quantityOf = (lines: Lines, ticketTypeId: string): number =>
  lines.find((line) => line.ticketTypeId === ticketTypeId)?.quantity ?? 0;
