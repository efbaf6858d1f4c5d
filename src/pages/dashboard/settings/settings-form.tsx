import type { VNode } from 'preact';
import type { Static } from 'typebox';
import { SettingsBody } from './bodies.ts';
import type { SettingsView as Data } from './data.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { Checkbox } from '../components/checkbox.tsx';
import { DecimalField } from '../components/decimal-field.tsx';
import { Form } from '../components/form.tsx';
import { LinesField } from '../components/lines-field.tsx';
import { Section } from '../components/section.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextArea } from '../components/text-area.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm, type Form as FormState } from '../components/use-form.ts';
import { sayFees } from './say-fees.ts';
import { TaxRatesField } from './tax-rates-field.tsx';
import { useSettingsTexts } from './texts.ts';

type Body = Static<typeof SettingsBody>;
type Part = { form: FormState<Body>; data: Data };

// The form has every field: one that must have a value is not left out when it is emptied.
const FORM_SCHEMA = {
  ...SettingsBody,
  required: ['version', 'name', 'country'],
} as unknown as typeof SettingsBody;

/** All settings in one form, with one save that can be undone. */
export function SettingsForm({ data }: { data: Data }): VNode {
  const texts = useSettingsTexts();
  const { send, page } = useDashboard();
  const form = useForm({
    schema: FORM_SCHEMA,
    texts: texts.settings,
    initial: data.settings,
    send: (body, before) =>
      send(page.inHost('/settings'), {
        method: 'PATCH',
        body,
        told: texts.parts.saved,
        undo: { ...before, version: body.version + 1 },
      }),
  });
  // Render again after a save: the server's values are the new base of the form.
  void form.isBusy.value;
  const part = { form, data };
  return (
    <div class="cards-form">
      <Form form={form} submit={texts.settings.save}>
        <HostPart {...part} />
        <BuyersPart {...part} />
        <SellerPart {...part} />
        <FeesPart {...part} />
        <DisputesPart {...part} />
        <SitesPart {...part} />
      </Form>
    </div>
  );
}

function HostPart({ form, data }: Part): VNode {
  const texts = useSettingsTexts();
  const { settings } = texts;
  return (
    <Section title={settings.host} isCard>
      <TextField form={form} name="name" autocomplete="organization" />
      <SelectField
        form={form}
        name="country"
        hint={
          data.countryFixedBy === null ? settings.countryHint : settings.countryFixed[data.countryFixedBy]
        }
        choices={data.countries.map(({ country, name, currency }) => ({
          value: country,
          label: `${name} (${currency})`,
        }))}
      />
    </Section>
  );
}

function BuyersPart({ form, data }: Part): VNode {
  const { settings } = useSettingsTexts();
  return (
    <Section title={settings.buyers} intro={settings.buyersIntro} isCard>
      {data.settings.contactEmail === null && <Message tone="warn">{settings.contactMissing}</Message>}
      <TextField form={form} name="contactEmail" type="email" autocomplete="off" isOptional />
      <TextArea form={form} name="terms" rows={8} isOptional />
      <TextArea form={form} name="refundPolicy" hint={settings.termsHint} rows={5} isOptional />
      <Checkbox form={form} name="hasNewsletter" />
      {form.values.value.hasNewsletter === true && (
        <TextArea form={form} name="newsletterSentence" rows={2} isOptional />
      )}
    </Section>
  );
}

function SellerPart({ form }: Part): VNode {
  const { settings } = useSettingsTexts();
  return (
    <Section title={settings.seller} intro={settings.sellerIntro} isCard>
      <TextField form={form} name="sellerName" autocomplete="organization" isOptional />
      <TextArea form={form} name="sellerAddress" rows={3} isOptional />
      <TextField form={form} name="taxNumber" isOptional />
      <DecimalField
        form={form}
        name="vatBasisPoints"
        label={settings.vat}
        hint={settings.vatHint}
        decimals={2}
        isOptional
      />
      <TaxRatesField form={form} />
    </Section>
  );
}

function FeesPart({ form, data }: Part): VNode {
  const texts = useSettingsTexts();
  const said = sayFees(data.fees, texts);
  return (
    <Section title={texts.settings.fees} intro={said.rates} isCard>
      <Checkbox
        form={form}
        name="feesAbsorbed"
        hint={form.values.value.feesAbsorbed === true ? said.borne : said.onTop}
      />
      <p class="soft">{texts.settings.feesCount}</p>
    </Section>
  );
}

function DisputesPart({ form }: Part): VNode {
  const { settings } = useSettingsTexts();
  return (
    <Section title={settings.disputes} intro={settings.disputesIntro} isCard>
      <Checkbox form={form} name="blocksDisputed" />
    </Section>
  );
}

function SitesPart({ form }: Part): VNode {
  const { settings } = useSettingsTexts();
  return (
    <Section title={settings.sites} intro={settings.sitesIntro} isCard>
      <LinesField form={form} name="callbackOrigins" isOptional />
    </Section>
  );
}
