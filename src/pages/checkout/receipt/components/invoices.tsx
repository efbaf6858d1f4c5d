import type { VNode } from 'preact';
import { INVOICE_FIELD_NAMES } from '../../../../rules/invoices.ts';
import type { Language } from '../../../../values/language.ts';
import { Icon } from '../../../shared/icon.tsx';
import { downloadIcon } from '../../../shared/icons.ts';
import { InvoiceFields, invoiceFieldId } from '../../../shared/invoice-fields.tsx';
import type { ReceiptInvoice, ReceiptOrder } from '../contract.ts';
import type { Words } from '../formats.ts';
import { formAddress, inAskedLanguage } from '../in-asked-language.ts';

/** The id of the field that the form's answer is about; undefined: nothing is wrong. */
export function firstWrongField({ problems }: ReceiptInvoice): string | undefined {
  const field = INVOICE_FIELD_NAMES.find((name) => name in problems);
  return field && invoiceFieldId(field);
}

/** The invoices of the order, and a plain form for whoever needs one, or another one. */
export function Invoices(props: {
  order: ReceiptOrder;
  invoice: ReceiptInvoice;
  language: Language;
  words: Words;
}): VNode {
  const { order, invoice, language, words } = props;
  const { issued, isUnderWay, mayAsk, keptYears, draft, problems, countries } = invoice;
  const texts = words.texts.invoices;
  return (
    <section class="asked invoices" id="invoices" aria-labelledby="invoices-heading">
      <h2 id="invoices-heading">{texts.heading}</h2>
      {issued.length > 0 && (
        <ul>
          {issued.map(({ id, number, kind }) => (
            <li key={id}>
              <a href={inAskedLanguage(order, `${order.receiptToken}/invoices/${id}`)} download>
                <Icon path={downloadIcon} />
                {kind === 'invoice' ? texts.invoice(number) : texts.creditNote(number)}
              </a>
            </li>
          ))}
        </ul>
      )}
      {isUnderWay && (
        <p>
          {texts.underWay}{' '}
          <a href={inAskedLanguage(order, `${order.receiptToken}#invoices`)}>{texts.reload}</a>
        </p>
      )}
      {mayAsk === 'ask_host' && <p class="soft">{texts.askHost}</p>}
      {mayAsk === 'yes' && (
        <details open={Object.keys(problems).length > 0}>
          <summary>{issued.length > 0 || isUnderWay ? texts.change : texts.ask}</summary>
          <form method="post" action={formAddress(order, 'invoice')}>
            <p class="soft">{issued.length > 0 ? texts.aboutChange : texts.about}</p>
            <InvoiceFields draft={draft} problems={problems} language={language} countries={countries} />
            <p class="soft">{texts.kept(keptYears)}</p>
            <button class="main">{texts.send}</button>
          </form>
        </details>
      )}
    </section>
  );
}
