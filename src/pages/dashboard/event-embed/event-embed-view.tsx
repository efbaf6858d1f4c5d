import type { VNode } from 'preact';
import { EmbedBody } from './bodies.ts';
import type { EventEmbedView as Data } from './data.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { CopyBlock } from '../components/copy-block.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { Section } from '../components/section.tsx';
import { useForm } from '../components/use-form.ts';
import { EmbedSettingsForm } from './embed-form.tsx';
import { EmbedPreview } from './embed-preview.tsx';
import { buttonSnippet, embedSnippet } from '../components/embed-snippet.ts';
import { useEventEmbedTexts } from './texts.ts';

/** The checkout on the host's own site. */
export function EventEmbedView({ data }: ViewProps<'eventEmbed'>): VNode {
  const { texts, send, page } = useDashboard();
  const words = useEventEmbedTexts();
  const form = useForm({
    schema: EmbedBody,
    texts: words,
    initial: { ...data.settings, theme: data.settings.theme ?? '', color: data.settings.color ?? '' },
    send: (body) =>
      send(page.inHost(`/events/${data.event.eventId}/embed`), {
        method: 'PATCH',
        body,
        told: texts.parts.saved,
        undo: { ...data.settings, version: body.version + 1 },
      }),
  });
  // Drawn again after a save: the server's values are the new start.
  void form.isBusy.value;
  return (
    <EventLayout event={data.event} page="embed">
      <div class="stack shrink gap-l halves">
        <div>
          <ButtonSection data={data} />
          <SnippetSection data={data} />
          <EmbedSettingsForm form={form} />
        </div>
        <EmbedPreview data={data} form={form} />
      </div>
    </EventLayout>
  );
}

function ButtonSection({ data }: { data: Data }): VNode {
  const texts = useEventEmbedTexts();
  const { checkoutUrl, eventUrl } = data;
  return (
    <Section title={texts.button} intro={texts.buttonIntro} isCard>
      <CopyBlock
        label={texts.buttonOf}
        text={buttonSnippet({ label: texts.buttonLabel, address: checkoutUrl, eventUrl })}
      />
      <p class="soft">{texts.buttonHint}</p>
    </Section>
  );
}

function SnippetSection({ data }: { data: Data }): VNode {
  const texts = useEventEmbedTexts();
  const { phone, desk } = data.heights;
  const title = texts.snippetTitle(data.event.name);
  return (
    <Section title={texts.snippet} intro={texts.snippetIntro} isCard>
      <CopyBlock
        label={texts.snippetOf}
        text={embedSnippet({ title, address: data.checkoutUrl, heights: data.heights })}
      />
      <p class="soft">{phone === desk ? texts.height(phone) : texts.heights({ phone, desk })}</p>
      <dl class="address-list">
        <dt>{texts.address}</dt>
        <dd>
          <CopyField label={texts.address} value={data.checkoutUrl} />
        </dd>
      </dl>
    </Section>
  );
}
