import type { VNode } from 'preact';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { Checkbox } from '../components/checkbox.tsx';
import { ChoicesField } from '../components/choices-field.tsx';
import { Form } from '../components/form.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { TransferSettingsBody } from './bodies.ts';
import { useBankTransferTexts } from './texts.ts';

/** The account that buyers send their money to, and how many of them at once. */
export function BankTransferView({ data }: ViewProps<'bankTransfer'>): VNode {
  const texts = useBankTransferTexts();
  const { page, texts: shared } = useDashboard();
  const above = { href: page.inHost('/payment-accounts'), label: shared.shell.pages.paymentAccounts };
  const mayManage = page.powers.includes('payment_accounts.manage');
  return (
    <>
      <PageHeader title={texts.title} back={above}>
        {texts.intro}{' '}
        {page.powers.includes('orders.refund') && (
          <a href={page.inHost('/bank-transfers')}>{texts.toTransfers}</a>
        )}
      </PageHeader>
      {!data.settings.isOn && <p class="soft">{texts.off}</p>}
      {mayManage ? <SettingsForm data={data} /> : <Shown data={data} />}
    </>
  );
}

function Shown({ data: { settings } }: Pick<ViewProps<'bankTransfer'>, 'data'>): VNode {
  const texts = useBankTransferTexts();
  return (
    <Section title={texts.account} isCard>
      <p>
        <bdi>
          {[settings.accountHolder, settings.accountNumber, settings.currency].filter(Boolean).join(' · ')}
        </bdi>
      </p>
    </Section>
  );
}

function SettingsForm({ data }: Pick<ViewProps<'bankTransfer'>, 'data'>): VNode {
  const texts = useBankTransferTexts();
  const { send, page, texts: shared } = useDashboard();
  const form = useForm({
    schema: TransferSettingsBody,
    texts,
    initial: data.settings,
    send: (body) =>
      send(page.inHost('/payment-accounts/bank-transfer'), {
        method: 'PATCH',
        body,
        told: shared.parts.saved,
      }),
  });
  return (
    <div class="cards-form">
      <Form form={form} submit={texts.save}>
        <Section title={texts.account} intro={texts.accountIntro} isCard>
          <Checkbox form={form} name="isOn" />
          <SelectField
            form={form}
            name="currency"
            choices={data.currencies.map((currency) => ({ value: currency, label: currency }))}
          />
          <TextField form={form} name="accountHolder" autocomplete="off" isOptional />
          <TextField form={form} name="accountNumber" autocomplete="off" isOptional />
          <TextField form={form} name="branchCode" autocomplete="off" isOptional />
          <TextField form={form} name="bic" autocomplete="off" isOptional />
          <TextField form={form} name="bankName" autocomplete="off" isOptional />
        </Section>
        <Section title={texts.limits} intro={texts.limitsIntro} isCard>
          <TextField form={form} name="keepDays" type="number" inputMode="numeric" />
          <TextField form={form} name="endsBeforeDays" type="number" inputMode="numeric" />
          <TextField form={form} name="mostPerEmail" type="number" inputMode="numeric" />
          <TextField form={form} name="mostPerAddress" type="number" inputMode="numeric" />
          <TextField form={form} name="mostSharePercent" type="number" inputMode="numeric" />
        </Section>
        {data.events.length > 0 && (
          <Section title={texts.events} intro={texts.eventsIntro} isCard>
            <ChoicesField
              form={form}
              name="eventsOff"
              choices={data.events.map(({ eventId, name }) => ({ value: eventId, label: name }))}
            />
          </Section>
        )}
      </Form>
    </div>
  );
}
