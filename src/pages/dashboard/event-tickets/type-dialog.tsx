import type { VNode } from 'preact';
import type { Static } from 'typebox';
import { ChangeTicketTypeBody, TicketTypeBody } from './bodies.ts';
import type { ShownTicketType } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { useDashboard, type Page } from '../dashboard.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import type { TaxRate } from '../../../rules/taxes.ts';
import { MomentField } from '../components/moment-field.tsx';
import { MoneyField } from '../components/money-field.tsx';
import { RadioGroup } from '../components/radio-group.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextArea } from '../components/text-area.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm, type Form as FormState } from '../components/use-form.ts';
import { useEventTicketsTexts } from './texts.ts';

type Changes = Static<typeof ChangeTicketTypeBody>;

/** The initial values of a new one. */
export type Preset = { name: string; description: string; priceMinor: number | ''; maximumPerOrder: number };

const NOTHING: Preset = { name: '', description: '', priceMinor: '', maximumPerOrder: 10 };

export const pathOf = (page: Page, { eventId }: ShownEvent, rest = ''): string =>
  page.inHost(`/events/${eventId}/tickets${rest}`);

export function AddTypeDialog({
  event,
  taxRates,
  preset = NOTHING,
  seatsOf,
  onClose,
}: {
  event: ShownEvent;
  taxRates: TaxRate[];
  preset?: Preset | undefined;
  /** The ticket type whose seats get another price. */
  seatsOf?: ShownTicketType | undefined;
  onClose: () => void;
}): VNode {
  const { send, page } = useDashboard();
  const texts = useEventTicketsTexts();
  const hasSeats = event.kind === 'seat_map';
  const form = useForm({
    schema: TicketTypeBody,
    texts,
    initial: {
      ...preset,
      kind: hasSeats ? 'SEATED' : 'GENERAL',
      // A seated type has no seats before they are placed on the map.
      capacity: hasSeats ? 0 : '',
      saleStartsAt: null,
      saleEndsAt: null,
      seatsOf: seatsOf?.ticketTypeId ?? '',
      ownLimit: null,
      // A price for the same seats is most often taxed alike.
      taxRateId: taxRates.find(({ id }) => id === seatsOf?.taxRateId)?.id ?? null,
    },
    send: (body) => send(pathOf(page, event), { body, told: texts.added(body.name), onClose }),
  });
  const isSeated = form.values.value.kind === 'SEATED';
  return (
    <FormDialog
      form={form}
      title={seatsOf ? texts.addPriceTitle(seatsOf.name) : texts.addTitle}
      kind="wide"
      submit={seatsOf ? texts.addPrice : texts.addButton}
      onClose={onClose}
    >
      {seatsOf && <p class="soft">{texts.addPriceText}</p>}
      {hasSeats && !seatsOf && (
        <RadioGroup
          form={form}
          name="kind"
          choices={(['SEATED', 'GENERAL'] as const).map((kind) => ({
            value: kind,
            label: texts.kinds[kind],
            hint: texts.kinds[`${kind}_hint`],
          }))}
        />
      )}
      <TypeFields
        form={form as unknown as FormState<Changes>}
        {...{ event, taxRates }}
        isSeated={isSeated}
        isPrice={seatsOf !== undefined}
      />
    </FormDialog>
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
  taxRateId: type.taxRateId ?? null,
});

export function EditTypeDialog({
  event,
  taxRates,
  type,
  onClose,
}: {
  event: ShownEvent;
  taxRates: TaxRate[];
  type: ShownTicketType;
  onClose: () => void;
}): VNode {
  const { send, page } = useDashboard();
  const texts = useEventTicketsTexts();
  const before = valuesOf(type);
  const form = useForm({
    schema: CHANGE_SCHEMA,
    texts,
    initial: before,
    send: async (body) => {
      const isDearer = body.priceMinor !== before.priceMinor && type.figures.held > 0;
      const name = body.name ?? type.name;
      await send(pathOf(page, event, `/${type.ticketTypeId}`), {
        method: 'PATCH',
        body,
        told: isDearer ? texts.savedPrice(name) : texts.saved(name),
        undo: { ...before, version: body.version + 1 },
        onClose,
      });
    },
  });
  return (
    <FormDialog form={form} title={texts.editTitle(type.name)} kind="wide" onClose={onClose}>
      <TypeFields
        form={form}
        {...{ event, taxRates }}
        type={type}
        isSeated={type.kind === 'SEATED'}
        isPrice={type.seatsOf !== null}
      />
    </FormDialog>
  );
}

function TypeFields({
  form,
  event,
  taxRates,
  type,
  isSeated,
  isPrice,
}: {
  form: FormState<Changes>;
  event: ShownEvent;
  taxRates: TaxRate[];
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
      <TextField form={form} name="name" />
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
            maxLength={8}
            inputMode="numeric"
            autocomplete="off"
            isOptional
          />
        ) : isSeated ? (
          <p class="soft seats-note">{texts.capacityOfSeats(count(type?.capacity ?? 0))}</p>
        ) : (
          <TextField
            form={form}
            name="capacity"
            maxLength={8}
            hint={
              isTaken
                ? texts.capacityHint({ sold: count(type.figures.sold), held: count(type.figures.held) })
                : undefined
            }
            inputMode="numeric"
            autocomplete="off"
          />
        )}
        <TextField form={form} name="maximumPerOrder" maxLength={4} inputMode="numeric" autocomplete="off" />
      </div>
      <div class="field-pair">
        <MomentField
          form={form}
          name="saleStartsAt"
          hint={texts.saleStartsHint}
          isOptional
          {...{ locale, timezone }}
        />
        <MomentField
          form={form}
          name="saleEndsAt"
          hint={texts.saleEndsHint}
          isOptional
          {...{ locale, timezone }}
        />
      </div>
      <TaxRateField {...{ form, taxRates }} chosen={type?.taxRateId ?? null} />
      <TextArea form={form} name="description" rows={3} isOptional />
    </>
  );
}

/** Only where there is a choice. A removed rate stays chosen until another one is. */
function TaxRateField({
  form,
  taxRates,
  chosen,
}: {
  form: FormState<Changes>;
  taxRates: TaxRate[];
  chosen: string | null;
}): VNode | null {
  const texts = useEventTicketsTexts();
  const isRemoved = chosen !== null && !taxRates.some(({ id }) => id === chosen);
  if (taxRates.length === 0 && !isRemoved) return null;
  return (
    <SelectField
      form={form}
      name="taxRateId"
      empty={texts.usualTaxRate}
      choices={[
        ...taxRates.map(({ id, name }) => ({ value: id, label: name })),
        ...(isRemoved ? [{ value: chosen, label: texts.removedTaxRate }] : []),
      ]}
      isOptional
    />
  );
}
