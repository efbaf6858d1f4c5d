import type { VNode } from 'preact';
import { DuplicateBody } from './bodies.ts';
import type { DuplicateView } from './duplicate-data.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { CopyField } from '../components/copy-field.tsx';
import { Form } from '../components/form.tsx';
import { MomentField } from '../components/moment-field.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { useDuplicateTexts } from './duplicate-texts.ts';

/** The same event on another date. */
export function DuplicateEventView({ data }: ViewProps<'duplicateEvent'>): VNode {
  const { call, router, toasts, page } = useDashboard();
  const words = useDuplicateTexts();
  const { event } = data;
  const form = useForm({
    schema: DuplicateBody,
    texts: words,
    initial: { copyId: data.copyId, name: event.name, startsAt: data.suggestedAt },
    send: async (body) => {
      const { eventId } = await call<{ eventId: string }>(page.inHost(`/events/${event.eventId}/duplicate`), {
        method: 'POST',
        body,
      });
      await router.go(page.inHost(`/events/${eventId}`));
      toasts.tell({ tone: 'good', text: words.made(body.name) });
    },
  });
  return (
    <>
      <PageHeader
        title={words.title}
        of={event.name}
        back={{ href: page.inHost(`/events/${event.eventId}`), label: event.name }}
      >
        {words.intro}
      </PageHeader>
      <Section title={words.copy} isCard isTitleHidden>
        <Form form={form} submit={words.make}>
          <TextField form={form} name="name" />
          <MomentField form={form} name="startsAt" timezone={event.timezone} locale={event.locale} />
        </Form>
      </Section>
      <Section title={words.copied}>
        <ul class="bullets">
          <li>{words.always}</li>
          {(Object.keys(words.counts) as (keyof typeof words.counts)[])
            .filter((name) => data.counts[name] > 0)
            .map((name) => (
              <li key={name}>{words.counts[name](data.counts[name])}</li>
            ))}
        </ul>
      </Section>
      <Webhooks data={data} />
    </>
  );
}

function Webhooks({ data }: { data: DuplicateView }): VNode {
  const words = useDuplicateTexts();
  return (
    <Section title={words.webhooks} intro={words.webhooksText}>
      {data.counts.webhooks === 0 ? (
        <p class="soft">{words.webhooksNone}</p>
      ) : (
        data.webhookUrl !== null && (
          <p>
            <span class="soft">{words.webhookExample}</span>
            <br />
            <CopyField
              label={words.webhookExample}
              value={withEvent(data.webhookUrl, `${data.event.slug}-2`)}
            />
          </p>
        )
      )}
    </Section>
  );
}

function withEvent(address: string, slug: string): string {
  const url = new URL(address);
  url.searchParams.set('event', slug);
  return url.href;
}
