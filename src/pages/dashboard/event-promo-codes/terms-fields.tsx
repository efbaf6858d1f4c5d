import type { VNode } from 'preact';
import type { EventPromoCodesView } from './data.ts';
import { ChoicesField } from '../components/choices-field.tsx';
import { DecimalField } from '../components/decimal-field.tsx';
import { MoneyField } from '../components/money-field.tsx';
import { MomentField } from '../components/moment-field.tsx';
import { RadioGroup } from '../components/radio-group.tsx';
import { TextField } from '../components/text-field.tsx';
import type { Form } from '../components/use-form.ts';
import { useEventPromoCodesTexts } from './texts.ts';

export type About = Pick<EventPromoCodesView, 'event' | 'ticketTypes'>;

/** The terms of a code: the same fields for one code as for a thousand. */
export type Terms = {
  discount: 'percent' | 'amount';
  percentBasisPoints: number | null;
  amountMinor: number | null;
  ticketTypeIds: string[];
  startsAt: string | null;
  endsAt: string | null;
  maximumUses: number | null;
};

export const NO_TERMS = {
  discount: 'percent',
  percentBasisPoints: '',
  amountMinor: '',
  ticketTypeIds: [] as string[],
  startsAt: '',
  endsAt: '',
  maximumUses: '',
} as const;

export function TermsFields({ form: given, about }: { form: unknown; about: About }): VNode {
  const texts = useEventPromoCodesTexts();
  // Each of the three forms has these fields among its own.
  const form = given as Form<Terms>;
  const { event, ticketTypes } = about;
  const clock = { timezone: event.timezone, locale: event.locale };
  return (
    <>
      <RadioGroup
        form={form}
        name="discount"
        label={texts.kind}
        choices={[
          { value: 'percent', label: texts.percent },
          { value: 'amount', label: texts.amount },
        ]}
      />
      {form.values.value.discount === 'percent' ? (
        <DecimalField
          key="percent"
          form={form}
          name="percentBasisPoints"
          label={texts.percentField}
          hint={texts.percentHint}
          decimals={2}
        />
      ) : (
        <MoneyField
          key="amount"
          form={form}
          name="amountMinor"
          label={texts.amountField(event.currency)}
          hint={texts.amountHint}
          currency={event.currency}
          locale={event.locale}
        />
      )}
      <TextField
        form={form}
        name="maximumUses"
        maxLength={8}
        label={texts.maximum}
        hint={texts.maximumHint}
        inputMode="numeric"
        isOptional
      />
      {ticketTypes.length > 1 && (
        <ChoicesField
          form={form}
          name="ticketTypeIds"
          label={texts.types}
          hint={texts.typesHint}
          choices={ticketTypes.map(({ ticketTypeId, name }) => ({ value: ticketTypeId, label: name }))}
        />
      )}
      <MomentField form={form} name="startsAt" label={texts.starts} {...clock} isOptional />
      <MomentField form={form} name="endsAt" label={texts.ends} {...clock} isOptional />
    </>
  );
}
