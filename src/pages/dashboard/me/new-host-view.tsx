import type { VNode } from 'preact';
import { Message } from '../../shared/message.tsx';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { Form } from '../components/form.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { NewHostBody } from './bodies.ts';
import { useNewHostTexts } from './new-host-texts.ts';

/** Another host for the same account. Its first event comes next. */
export function NewHostView({ data }: ViewProps<'newHost'>): VNode {
  const { page } = useDashboard();
  const texts = useNewHostTexts();
  return (
    <>
      <PageHeader title={texts.title} back={{ href: `${page.base}/me`, label: texts.shell.yourAccount }}>
        {texts.intro}
      </PageHeader>
      {data.obstacle === null ? <NewHostForm data={data} /> : <Message tone="warn">{data.obstacle}</Message>}
    </>
  );
}

function NewHostForm({ data }: ViewProps<'newHost'>): VNode {
  const { call, router, toasts, page } = useDashboard();
  const texts = useNewHostTexts();
  const form = useForm({
    schema: NewHostBody,
    texts,
    initial: { name: '', country: '' },
    send: async (body) => {
      const { hostId } = await call<{ hostId: string }>(`${page.base}/me/hosts`, { method: 'POST', body });
      await router.go(`${page.base}/hosts/${hostId}/new-event`);
      toasts.tell({ tone: 'good', text: texts.made(body.name.trim()) });
    },
  });
  return (
    <Section title={texts.organisation} isCard isTitleHidden>
      <Form form={form} submit={texts.create}>
        <TextField form={form} name="name" autocomplete="organization" />
        <SelectField
          form={form}
          name="country"
          empty={texts.chooseCountry}
          choices={data.countries.map(({ country, name, currency }) => ({
            value: country,
            label: `${name} (${currency})`,
          }))}
        />
      </Form>
    </Section>
  );
}
