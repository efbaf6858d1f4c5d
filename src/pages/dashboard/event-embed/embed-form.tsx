import type { VNode } from 'preact';
import type { Static } from 'typebox';
import { EmbedBody } from './bodies.ts';
import { useDashboard } from '../dashboard.ts';
import { Form } from '../components/form.tsx';
import { LinesField } from '../components/lines-field.tsx';
import { RadioGroup } from '../components/radio-group.tsx';
import { Section } from '../components/section.tsx';
import { TextField } from '../components/text-field.tsx';
import type { Form as FormState } from '../components/use-form.ts';
import { useEventEmbedTexts } from './texts.ts';

export type EmbedForm = FormState<Static<typeof EmbedBody>>;

/** The look of the checkout, and the sites that may show it. */
export function EmbedSettingsForm({ form }: { form: EmbedForm }): VNode {
  const texts = useEventEmbedTexts();
  const { texts: common } = useDashboard();
  return (
    <Form form={form} submit={common.parts.save}>
      <Section title={texts.look} intro={texts.lookIntro} isCard>
        <RadioGroup
          form={form}
          name="theme"
          choices={[
            { value: '', label: texts.themes.any, hint: texts.themes.anyHint },
            { value: 'light', label: texts.themes.light },
            { value: 'dark', label: texts.themes.dark },
          ]}
        />
        <TextField
          form={form}
          name="color"
          placeholder="#0d5c60"
          isOptional
          after={<ColorPicker form={form} />}
        />
      </Section>
      <Section title={texts.sites} isCard>
        <LinesField form={form} name="origins" isOptional />
      </Section>
    </Form>
  );
}

/** The browser's own picker, beside the digits. */
function ColorPicker({ form }: { form: EmbedForm }): VNode {
  const { pickColor } = useEventEmbedTexts();
  const typed = colorIn(form);
  return (
    <input
      class="color-picker"
      type="color"
      aria-label={pickColor}
      value={typed === null ? '#0d5c60' : `#${typed}`}
      onInput={(event) => form.set('color', event.currentTarget.value)}
    />
  );
}

/** The typed digits, once they are a colour. */
export function colorIn(form: EmbedForm): string | null {
  return /^#?([0-9a-f]{6})$/i.exec(form.values.value.color ?? '')?.[1]?.toLowerCase() ?? null;
}
