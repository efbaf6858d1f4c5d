import type { VNode } from 'preact';
import { CopyField } from '../components/copy-field.tsx';
import { Section } from '../components/section.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextArea } from '../components/text-area.tsx';
import { TextField } from '../components/text-field.tsx';
import type { Part } from './details-form.tsx';
import { MarkdownField } from './markdown-field.tsx';
import { useEventDetailsTexts } from './texts.ts';

export function WhatPart(part: Part): VNode {
  const { form, data } = part;
  const words = useEventDetailsTexts();
  return (
    <Section title={words.what} isCard>
      <TextField form={form} name="name" autocomplete="off" />
      <SlugField {...part} />
      <SelectField
        form={form}
        name="categorySlug"
        label={words.category}
        choices={data.categories.map(({ slug, name }) => ({ value: slug, label: name }))}
      />
      <TextArea form={form} name="previewDescription" rows={2} isOptional />
      <MarkdownField {...part} />
    </Section>
  );
}

/** Once the event was public, people have links to it. */
function SlugField({ form, data }: Part): VNode {
  const words = useEventDetailsTexts();
  if (!data.isSlugFixed) {
    return (
      <TextField
        form={form}
        name="slug"
        hint={words.slugHint(`${data.checkoutUrl}/${form.values.value.slug || '…'}`)}
        autocomplete="off"
      />
    );
  }
  return (
    <div class="field">
      <p class="fixed-label">{words.slug}</p>
      <CopyField label={words.slug} value={data.details.slug} />
      <p class="hint soft">{words.slugFixed}</p>
    </div>
  );
}
