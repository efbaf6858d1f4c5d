import type { VNode } from 'preact';
import type { Static } from 'typebox';
import { ChangeTicketTypeBody, TicketTypeBody } from './bodies.ts';
import type { ShownTicketType } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { useDashboard, type Page } from '../dashboard.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { MomentField } from '../components/moment-field.tsx';
import { MoneyField } from '../components/money-field.tsx';
import { RadioGroup } from '../components/radio-group.tsx';
import { TextArea } from '../components/text-area.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm, type Form as FormState } from '../components/use-form.ts';
import { useEventTicketsTexts } from './texts.ts';

type Changes = Static<typeof ChangeTicketTypeBody>;

/** What a new one begins with. */
export type Preset = { name: string; description: string; priceMinor: number | ''; maximumPerOrder: number };

const NOTHING: Preset = { name: '', description: '', priceMinor: '', maximumPerOrder: 10 };

export const pathOf = (page: Page, { eventId }: ShownEvent, rest = ''): string =>
  page.inHost(`/events/${eventId}/tickets${rest}`);

export function AddTypeDialog({
  event,
  preset = NOTHING,
  seatsOf,
  onClose,
}: {
  event: ShownEvent;
  preset?: Preset | undefined;
  /** The ticket type whose seats get another price. */
  seatsOf?: ShownTicketType | undefined;
  onClose: () => void;
}): VNode {
  const { call, router, toasts, page } = useDashboard();
  const texts = useEventTicketsTexts();
  const hasSeats = event.kind === 'seat_map';
  const form = useForm({
    schema: TicketTypeBody,
    initial: {
      ...preset,
      kind: hasSeats ? 'SEATED' : 'GENERAL',
      // Of seats there are none before they are placed on the map.
      capacity: hasSeats ? 0 : '',
      saleStartsAt: null,
      saleEndsAt: null,
      seatsOf: seatsOf?.ticketTypeId ?? '',
      ownLimit: null,
    },
    send: async (body) => {
      await call(pathOf(page, event), { method: 'POST', body });
      onClose();
      toasts.tell({ tone: 'good', text: texts.added(body.name) });
      await router.refresh();
    },
  });
  const isSeated = form.values.value.kind === 'SEATED';
  return (
    <Dialog
      title={seatsOf ? texts.addPriceTitle(seatsOf.name) : texts.addTitle}
      onClose={onClose}
      kind="wide"
    >
      <Form form={form} submit={seatsOf ? texts.addPrice : texts.addButton} onCancel={onClose}>
        {seatsOf && <p class="soft">{texts.addPriceText}</p>}
        {hasSeats && !seatsOf && (
          <RadioGroup
            form={form}
            name="kind"
            label={texts.kind}
            choices={(['SEATED', 'GENERAL'] as const).map((kind) => ({
              value: kind,
              label: texts.kinds[kind],
              hint: texts.kinds[`${kind}_hint`],
            }))}
          />
        )}
        <TypeFields
          form={form as unknown as FormState<Changes>}
          event={event}
          isSeated={isSeated}
          isPrice={seatsOf !== undefined}
        />
      </Form>
    </Dialog>
  );
}

// The form has every field: one that must have a value is not left out when it is emptied.
const CHANGE_SCHEMA = {
  ...ChangeTicketTypeBody,
  required: ['version', 'name', 'priceMinor', 'capacity', 'maximumPerOrder'],
} as unknown as typeof ChangeTicketTypeBody;

const valuesOf = (type: ShownTicketType): Required<Changes> => ({
  version: type.version,
  name: type.name,
  description: type.description,
  priceMinor: type.priceMinor,
  capacity: type.capacity,
  maximumPerOrder: type.maximumPerOrder,
  ...type.typed,
  ownLimit: type.ownLimit ?? null,
});

export function EditTypeDialog({
  event,
  type,
  onClose,
}: {
  event: ShownEvent;
  type: ShownTicketType;
  onClose: () => void;
}): VNode {
  const { call, router, toasts, page } = useDashboard();
  const texts = useEventTicketsTexts();
  const before = valuesOf(type);
  const save = async (body: Changes): Promise<void> => {
    await call(pathOf(page, event, `/${type.ticketTypeId}`), { method: 'PATCH', body });
  };
  const form = useForm({
    schema: CHANGE_SCHEMA,
    initial: before,
    send: async (body) => {
      await save(body);
      onClose();
      const isDearer = body.priceMinor !== before.priceMinor && type.figures.held > 0;
      const name = body.name ?? type.name;
      const undo = async (): Promise<void> => {
        await save({ ...before, version: body.version + 1 });
        await router.refresh();
      };
      toasts.tell({ tone: 'good', text: isDearer ? texts.savedPrice(name) : texts.saved(name), undo });
      await router.refresh();
    },
  });
  return (
    <Dialog title={texts.editTitle(type.name)} onClose={onClose} kind="wide">
      <Form form={form} submit={useDashboard().texts.parts.save} onCancel={onClose}>
        <TypeFields
          form={form}
          event={event}
          type={type}
          isSeated={type.kind === 'SEATED'}
          isPrice={type.seatsOf !== null}
        />
      </Form>
    </Dialog>
  );
}

function TypeFields({
  form,
  event,
  type,
  isSeated,
  isPrice,
}: {
  form: FormState<Changes>;
  event: ShownEvent;
  type?: ShownTicketType;
  isSeated: boolean;
  /** A further price of seats. */
  isPrice: boolean;
}): VNode {
  const texts = useEventTicketsTexts();
  const { locale, timezone, currency } = event;
  const count = (value: number): string => value.toLocaleString(locale);
  const isTaken = type !== undefined && type.figures.sold + type.figures.held > 0;
  return (
    <>
      <TextField form={form} name="name" label={texts.name} hint={texts.nameHint} maxLength={200} />
      <div class="field-pair">
        <MoneyField
          form={form}
          name="priceMinor"
          label={texts.price}
          hint={isTaken ? texts.priceHintOnSale : texts.priceHint}
          {...{ currency, locale }}
        />
        {isPrice ? (
          <TextField
            form={form}
            name="ownLimit"
            label={texts.ownLimit}
            hint={texts.ownLimitHint}
            inputMode="numeric"
            maxLength={8}
            autocomplete="off"
            isOptional
          />
        ) : isSeated ? (
          <p class="soft seats-note">{texts.capacityOfSeats(count(type?.capacity ?? 0))}</p>
        ) : (
          <TextField
            form={form}
            name="capacity"
            label={texts.capacity}
            hint={
              isTaken ? texts.capacityHint(count(type.figures.sold), count(type.figures.held)) : undefined
            }
            inputMode="numeric"
            maxLength={8}
            autocomplete="off"
          />
        )}
        <TextField
          form={form}
          name="maximumPerOrder"
          label={texts.maximumPerOrder}
          inputMode="numeric"
          maxLength={4}
          autocomplete="off"
        />
      </div>
      <div class="field-pair">
        <MomentField
          form={form}
          name="saleStartsAt"
          label={texts.saleStartsAt}
          hint={texts.saleStartsHint}
          isOptional
          {...{ locale, timezone }}
        />
        <MomentField
          form={form}
          name="saleEndsAt"
          label={texts.saleEndsAt}
          hint={texts.saleEndsHint}
          isOptional
          {...{ locale, timezone }}
        />
      </div>
      <TextArea
        form={form}
        name="description"
        label={texts.description}
        hint={texts.descriptionHint}
        limit={2_000}
        rows={3}
        isOptional
      />
    </>
  );
}
