import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Static } from 'typebox';
import { hasPercentage, MAX_TAX_RATES, TAX_KINDS, type TaxKind, type TaxRate } from '../../../rules/taxes.ts';
import { readDecimal, writeDecimal } from '../../../values/decimal.ts';
import { useDashboard } from '../dashboard.ts';
import { withDecimalComma } from '../components/decimal-comma.ts';
import { Field } from '../../shared/field.tsx';
import { mintId } from '../../shared/mint-id.ts';
import { SelectField } from '../components/select-field.tsx';
import type { Form } from '../components/use-form.ts';
import type { SettingsBody } from './bodies.ts';
import { useSettingsTexts } from './texts.ts';

type SettingsForm = { form: Form<Static<typeof SettingsBody>> };

/** The rates beside the usual one, and the one for fees. A host without VAT sees nothing of it. */
export function TaxRatesField({ form }: SettingsForm): VNode | null {
  const { settings } = useSettingsTexts();
  const { vatBasisPoints, feeTaxRateId } = form.values.value;
  const rates = ratesOf({ form });
  form.labels.set('taxRates', settings.taxRates);
  form.writers.set('taxRates', (value) => (value as TaxRate[]).map(({ name }) => name).join(', ') || '–');
  form.writers.set('feeTaxRateId', (id) => rates.find((rate) => rate.id === id)?.name ?? settings.usualRate);
  if (typeof vatBasisPoints !== 'number' && rates.length === 0) return null;
  const setRates = (next: TaxRate[]): void => {
    form.set('taxRates', next);
    if (!next.some(({ id }) => id === feeTaxRateId)) form.set('feeTaxRateId', null);
  };
  const empty: TaxRate = { id: '', name: '', kind: 'reduced', basisPoints: Number.NaN };
  return (
    <fieldset class="field tax-rates">
      <legend>{settings.taxRates}</legend>
      <p class="hint soft">{settings.taxRatesHint}</p>
      {rates.map((rate, nr) => (
        <TaxRateRow
          key={rate.id}
          {...{ form, rate, nr }}
          onChange={(changed) => setRates(rates.map((one) => (one.id === rate.id ? changed : one)))}
          onRemove={() => setRates(rates.filter(({ id }) => id !== rate.id))}
        />
      ))}
      {rates.length < MAX_TAX_RATES && (
        <button type="button" class="second" onClick={() => setRates([...rates, { ...empty, id: mintId() }])}>
          {settings.addTaxRate}
        </button>
      )}
      {rates.length > 0 && (
        <SelectField
          form={form}
          name="feeTaxRateId"
          empty={settings.usualRate}
          choices={rates.map(({ id, name }) => ({ value: id, label: name }))}
          isOptional
        />
      )}
    </fieldset>
  );
}

const ratesOf = ({ form }: SettingsForm): TaxRate[] => form.values.value.taxRates || [];

function TaxRateRow({
  form,
  rate,
  nr,
  onChange,
  onRemove,
}: SettingsForm & {
  rate: TaxRate;
  nr: number;
  onChange: (rate: TaxRate) => void;
  onRemove: () => void;
}): VNode {
  const { page } = useDashboard();
  const { settings } = useSettingsTexts();
  const typed = useSignal('');
  // An undo, or a colleague's change, comes from elsewhere: the field follows it.
  if (!Number.isNaN(rate.basisPoints) && readDecimal(typed.value, 2) !== rate.basisPoints)
    typed.value = withDecimalComma(writeDecimal(rate.basisPoints, 2), page.language);
  const told = (name: keyof TaxRate, label: string) => {
    form.labels.set(`taxRates[${nr}].${name}`, label);
    return { id: `${form.id}-tax-${nr}-${name}`, label, error: form.errors.value[`taxRates[${nr}].${name}`] };
  };
  const setKind = (kind: TaxKind): void => {
    const isPercentageKept = hasPercentage(kind) && hasPercentage(rate.kind);
    if (!isPercentageKept) typed.value = '';
    const basisPoints = hasPercentage(kind) ? Number.NaN : 0;
    onChange({ ...rate, kind, basisPoints: isPercentageKept ? rate.basisPoints : basisPoints });
  };
  return (
    <div class="tax-rate">
      <Field
        {...told('name', settings.taxRateName)}
        input={(described) => (
          <input
            {...described}
            type="text"
            maxLength={60}
            required
            value={rate.name}
            onInput={(event) => onChange({ ...rate, name: event.currentTarget.value })}
          />
        )}
      />
      <Field
        {...told('kind', settings.taxRateKind)}
        input={(described) => (
          <select {...described} onChange={(event) => setKind(event.currentTarget.value as TaxKind)}>
            {TAX_KINDS.map((kind) => (
              <option key={kind} value={kind} selected={kind === rate.kind}>
                {settings.taxKinds[kind]}
              </option>
            ))}
          </select>
        )}
      />
      {hasPercentage(rate.kind) && (
        <Field
          {...told('basisPoints', settings.taxRatePercent)}
          input={(described) => (
            <input
              {...described}
              type="text"
              inputMode="decimal"
              maxLength={20}
              required
              value={typed}
              onInput={(event) => {
                typed.value = event.currentTarget.value;
                onChange({ ...rate, basisPoints: readDecimal(typed.value, 2) ?? Number.NaN });
              }}
            />
          )}
        />
      )}
      <button type="button" class="plain" onClick={onRemove}>
        {settings.removeTaxRate}
        <span class="aloud"> {rate.name}</span>
      </button>
    </div>
  );
}
