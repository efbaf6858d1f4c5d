import type { VNode } from 'preact';
import {
  checkInvoiceDraft,
  EMPTY_INVOICE,
  INVOICE_FIELD_NAMES,
  type InvoiceField,
  type InvoiceProblem,
  type InvoiceProblems,
} from '../../../rules/invoices.ts';
import { InvoiceFields } from '../../shared/invoice-fields.tsx';
import { textsIn } from '../../shared/texts/invoice/texts.ts';
import type { Checkout } from './checkout-state.ts';
import type { EmbedOrderBody } from './server/order-schemas.ts';

const nameOf = (field: InvoiceField): string => `invoice-${field}`;

/** A buyer who needs an invoice says here to whom. It comes with what the host asks, so that nobody else loads it. */
export function Invoice({ checkout }: { checkout: Checkout }): VNode | null {
  const { data, invoiceDraft, answerErrors, totals } = checkout;
  const { invoices, language } = data;
  if (invoices === null || totals.value.total === 0) return null;
  const draft = invoiceDraft.value;
  const texts = textsIn(language);
  return (
    <>
      <label class="choice">
        <input
          type="checkbox"
          checked={draft !== null}
          onChange={({ currentTarget }) => {
            invoiceDraft.value = currentTarget.checked
              ? { ...EMPTY_INVOICE, countryCode: invoices.country }
              : null;
            setErrors(checkout, {});
          }}
        />
        <span>
          {texts.want}
          <span class="soft line">{texts.about}</span>
        </span>
      </label>
      {draft && (
        <div class="questions">
          <InvoiceFields
            draft={draft}
            problems={problemsIn(answerErrors.value)}
            language={language}
            countries={invoices.countries.split(' ')}
            onType={(field, text) => {
              const typed = { ...draft, [field]: text };
              invoiceDraft.value = typed;
              // While it is being typed nothing is called wrong, but what was wrong may become right.
              const left = checkInvoiceDraft(typed).problems;
              const shown = problemsIn(answerErrors.value);
              setErrors(checkout, Object.fromEntries(Object.entries(shown).filter(([name]) => name in left)));
            }}
          />
        </div>
      )}
    </>
  );
}

/** Fields that are wrong are counted, and get the focus, as answers are. */
function setErrors(checkout: Checkout, problems: InvoiceProblems): void {
  const others = Object.entries(checkout.answerErrors.value).filter(([name]) => !name.startsWith('invoice-'));
  checkout.answerErrors.value = { ...Object.fromEntries(others), ...named(problems) };
}

const named = (problems: InvoiceProblems): Record<string, InvoiceProblem> =>
  Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [nameOf(field as InvoiceField), problem]),
  );

const problemsIn = (errors: Record<string, string>): InvoiceProblems =>
  Object.fromEntries(
    INVOICE_FIELD_NAMES.filter((field) => nameOf(field) in errors).map((field) => [
      field,
      errors[nameOf(field)] as InvoiceProblem,
    ]),
  );

const isWanted = ({ data, totals, invoiceDraft }: Checkout): boolean =>
  data.invoices !== null && totals.value.total > 0 && invoiceDraft.value !== null;

export const invoiceErrorsOf = (checkout: Checkout): Record<string, InvoiceProblem> =>
  isWanted(checkout) && checkout.invoiceDraft.value
    ? named(checkInvoiceDraft(checkout.invoiceDraft.value).problems)
    : {};

export const invoiceToSend = (checkout: Checkout): Pick<EmbedOrderBody, 'invoice'> =>
  isWanted(checkout) && checkout.invoiceDraft.value
    ? { invoice: checkInvoiceDraft(checkout.invoiceDraft.value).draft }
    : {};
