import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { EventEmbedView } from './data.ts';
import { Section } from '../components/section.tsx';
import { colorIn, type EmbedForm } from './embed-form.tsx';
import { useEventEmbedTexts } from './texts.ts';

const WIDTHS = ['phone', 'desk'] as const;

/** The real checkout, with the chosen look, before it is saved. */
export function EmbedPreview({ data, form }: { data: EventEmbedView; form: EmbedForm }): VNode {
  const texts = useEventEmbedTexts();
  const width = useSignal<(typeof WIDTHS)[number]>('phone');
  const address = previewAddress(data.previewUrl, form);
  return (
    <Section
      title={texts.preview}
      intro={data.event.state === 'draft' ? texts.previewDraft : texts.previewIntro}
      action={
        <a href={address} target="_blank" rel="noreferrer">
          {texts.openPreview}
        </a>
      }
      isCard
    >
      <fieldset class="preview-widths">
        <legend class="aloud">{texts.width}</legend>
        {WIDTHS.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="preview-width"
              checked={width.value === name}
              onChange={() => (width.value = name)}
            />
            {texts.widths[name]}
          </label>
        ))}
      </fieldset>
      <iframe
        key={address}
        class={`preview-frame ${width.value}`}
        title={texts.previewOf(data.event.name)}
        src={address}
        loading="lazy"
      />
    </Section>
  );
}

function previewAddress(previewUrl: string, form: EmbedForm): string {
  const address = new URL(previewUrl);
  const { theme } = form.values.value;
  const color = colorIn(form);
  if (theme) address.searchParams.set('theme', theme);
  if (color !== null) address.searchParams.set('colorScheme', color);
  return address.href;
}
