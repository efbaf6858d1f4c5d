import type { VNode } from 'preact';
import {
  INVOICE_FIELD_NAMES,
  INVOICE_FIELDS,
  type InvoiceDraft,
  type InvoiceField,
  type InvoiceProblems,
} from '../../rules/invoices.ts';
import { asksPostalCode } from '../../rules/postal-code.ts';
import type { Language } from '../../values/language.ts';
import { Field } from './field.tsx';
import { textsIn, type Texts } from './texts/invoice/texts.ts';

// As browsers fill them in.
const AUTOCOMPLETE: Partial<Record<InvoiceField, string>> = {
  company: 'billing organization',
  line1: 'billing address-line1',
  line2: 'billing address-line2',
  postalCode: 'billing postal-code',
  city: 'billing address-level2',
  region: 'billing address-level1',
  countryCode: 'billing country',
};

export const invoiceFieldId = (field: InvoiceField): string => `invoice-${field}`;

/** The fields of a buyer's invoice: in the checkout as one types, elsewhere in a plain form. */
export function InvoiceFields(props: {
  draft: InvoiceDraft;
  problems: InvoiceProblems;
  language: Language;
  /** ISO 3166. */
  countries: readonly string[];
  onType?: (field: InvoiceField, text: string) => void;
}): VNode {
  const { draft, problems, language, onType } = props;
  const texts = textsIn(language);
  return (
    <>
      {INVOICE_FIELD_NAMES.map((field) => {
        const { isRequired, maxLength } = INVOICE_FIELDS[field];
        const listen = onType && {
          onInput: (event: Event & { currentTarget: { value: string } }) =>
            onType(field, event.currentTarget.value),
        };
        const shared = {
          name: field,
          required: isRequired,
          autocomplete: AUTOCOMPLETE[field] ?? 'off',
          ...listen,
        };
        return (
          <Field
            key={field}
            id={invoiceFieldId(field)}
            label={
              <>
                {texts.fields[field]}
                {isOptionalIn(field, draft) && <span class="soft"> ({texts.optional})</span>}
              </>
            }
            error={tellInvoiceProblem(texts, field, problems)}
            input={(described) =>
              field === 'countryCode' ? (
                <select {...shared} {...described}>
                  <option value="" selected={draft.countryCode === ''}>
                    {texts.choose}
                  </option>
                  {nameCountries(props.countries, language).map(({ code, name }) => (
                    <option key={code} value={code} selected={draft.countryCode === code}>
                      {name}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  {...shared}
                  {...described}
                  type="text"
                  dir="auto"
                  maxLength={maxLength}
                  value={draft[field]}
                />
              )
            }
          />
        );
      })}
    </>
  );
}

/** A postal code is, where the country has none. The browser demands none, since another country may be chosen. */
const isOptionalIn = (field: InvoiceField, { countryCode }: InvoiceDraft): boolean =>
  field === 'postalCode' ? !asksPostalCode(countryCode.toUpperCase()) : !INVOICE_FIELDS[field].isRequired;

function tellInvoiceProblem(
  texts: Texts,
  field: InvoiceField,
  problems: InvoiceProblems,
): string | undefined {
  const problem = problems[field];
  if (problem === undefined) return undefined;
  if (problem === 'required') return texts.required;
  return field === 'postalCode' || field === 'taxNumber' ? texts.wrong[field] : texts.wrong.other;
}

function nameCountries(codes: readonly string[], language: Language): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language));
}
