import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';
import { asksPostalCode } from '../../../rules/postal-code.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { nameCountry } from '../components/name-country.ts';
import { SelectField } from '../components/select-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { InvoiceBody } from './bodies.ts';
import type { OrderInvoices, OrderView } from './data.ts';
import { useOrderTexts } from './texts.ts';

/** Changes what is on an invoice: what was issued is taken back, and another one comes. */
export function InvoiceDialog(props: {
  order: OrderView;
  invoices: OrderInvoices;
  onClose: () => void;
}): VNode {
  const { order, invoices, onClose } = props;
  const { invoices: texts } = useOrderTexts();
  const { send, page } = useDashboard();
  const form = useForm({
    schema: InvoiceBody,
    texts: texts.fields,
    initial: invoices.draft,
    send: (body) =>
      send(page.inHost(`/orders/${order.reference}/invoice`), {
        method: 'PATCH',
        body,
        told: texts.told,
        onClose,
      }),
  });
  return (
    <FormDialog
      form={form}
      title={texts.title}
      intro={<p>{texts.about}</p>}
      submit={texts.submit}
      onClose={onClose}
    >
      <TextField form={form} name="company" isOptional />
      <TextField form={form} name="line1" />
      <TextField form={form} name="line2" isOptional />
      <TextField form={form} name="postalCode" isOptional={!asksPostalCode(form.values.value.countryCode)} />
      <TextField form={form} name="city" />
      <TextField form={form} name="region" isOptional />
      <SelectField
        form={form}
        name="countryCode"
        choices={invoices.countries
          .map((value) => ({ value, label: nameCountry(value, page.language) }))
          .toSorted((one, other) => one.label.localeCompare(other.label, page.language))}
      />
      <TextField form={form} name="taxNumber" isOptional />
      <TextField form={form} name="purchaseReference" isOptional />
    </FormDialog>
  );
}
