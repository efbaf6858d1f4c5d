import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { BuyerBody } from './bodies.ts';
import type { BuyerFound } from './data.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Form } from '../components/form.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { BuyerFoundSections } from './buyer-found.tsx';
import { useBuyerDataTexts } from './texts.ts';

/** The e-mail address is sent in a body, never in the page's address, which is kept in many places. */
export function BuyerDataView({ data }: ViewProps<'buyerData'>): VNode {
  const { call, page } = useDashboard();
  const texts = useBuyerDataTexts();
  const found = useSignal<(BuyerFound & { email: string }) | null>(null);
  const isErased = useSignal(false);
  // The field keeps the address after the search.
  const asked = useSignal(data.email);
  const form = useForm({
    schema: BuyerBody,
    texts,
    initial: { email: asked.value },
    send: async (body) => {
      const answer = await call<BuyerFound>(page.inHost('/buyer-data/find'), { method: 'POST', body });
      isErased.value = false;
      asked.value = body.email;
      found.value = { ...answer, email: body.email };
    },
  });
  return (
    <>
      <PageHeader title={texts.title} back={{ href: page.inHost('/orders'), label: texts.back }}>
        {texts.intro}
      </PageHeader>
      <Section title={texts.find} isTitleHidden isCard>
        <Form form={form} submit={texts.find}>
          <TextField form={form} name="email" type="email" autocomplete="off" />
        </Form>
      </Section>
      <div role="status">
        {isErased.value && <EmptyState title={texts.erasedTitle}>{texts.erasedText}</EmptyState>}
        {!isErased.value && found.value?.orders.length === 0 && (
          <EmptyState title={texts.nobodyTitle}>{texts.nobodyText}</EmptyState>
        )}
        {found.value && found.value.orders.length > 0 && (
          <p class="below-l">
            {texts.found({ count: found.value.orders.length, email: found.value.email })}{' '}
            {found.value.hasMore && texts.more}
          </p>
        )}
      </div>
      {found.value && found.value.orders.length > 0 && (
        <BuyerFoundSections
          key={found.value.email}
          found={found.value}
          onErased={() => {
            found.value = null;
            isErased.value = true;
          }}
        />
      )}
    </>
  );
}
