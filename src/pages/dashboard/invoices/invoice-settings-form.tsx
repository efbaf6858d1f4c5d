import type { VNode } from 'preact';
import { asksPostalCode } from '../../../rules/postal-code.ts';
import { INVOICED_ORDERS } from '../../../rules/invoices.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { Checkbox } from '../components/checkbox.tsx';
import { Form } from '../components/form.tsx';
import { LinesField } from '../components/lines-field.tsx';
import { nameCountry } from '../components/name-country.ts';
import { Section } from '../components/section.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextArea } from '../components/text-area.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { InvoiceSettingsBody } from './bodies.ts';
import type { InvoicesView } from './data.ts';
import { useInvoicesTexts } from './texts.ts';

/** How the host invoices, in one form. */
export function InvoiceSettingsForm({ data }: { data: InvoicesView }): VNode {
  const texts = useInvoicesTexts();
  const { send, page } = useDashboard();
  const { invoices: words } = texts;
  const form = useForm({
    schema: InvoiceSettingsBody,
    texts: words,
    initial: data.settings,
    send: (body) =>
      send(page.inHost('/invoices/settings'), { method: 'PATCH', body, told: texts.parts.saved }),
  });
  // Render again after a save: the server's values are the new base of the form.
  void form.isBusy.value;
  const { name, region, taxNumber } = data.seller;
  return (
    <div class="cards-form">
      <Form form={form} submit={words.save}>
        <Section
          title={words.settings}
          intro={words.settingsIntro({ name, country: nameCountry(region, page.language) })}
          isCard
        >
          {taxNumber === null && <Message tone="warn">{words.taxNumberMissing}</Message>}
          <SelectField
            form={form}
            name="forOrders"
            choices={INVOICED_ORDERS.map((value) => ({ value, label: words.orders[value] }))}
          />
          <LinesField form={form} name="addressLines" rows={3} />
          <TextField form={form} name="postalCode" isOptional={!asksPostalCode(region)} />
          <TextField form={form} name="city" />
          <TextField form={form} name="region" isOptional />
          <SelectField
            form={form}
            name="timezone"
            choices={data.timezones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          />
          <TextField form={form} name="prefix" isOptional />
          <TextArea form={form} name="footer" rows={3} isOptional />
          <TextField form={form} name="keptYears" type="number" inputMode="numeric" />
          <Checkbox form={form} name="hasFacturX" />
        </Section>
      </Form>
    </div>
  );
}
