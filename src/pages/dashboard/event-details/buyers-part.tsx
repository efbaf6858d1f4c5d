import type { VNode } from 'preact';
import { Section } from '../components/section.tsx';
import { TextArea } from '../components/text-area.tsx';
import { TextField } from '../components/text-field.tsx';
import type { Part } from './details-form.tsx';
import { useEventDetailsTexts } from './texts.ts';

export function BuyersPart({ form }: Part): VNode {
  const words = useEventDetailsTexts();
  return (
    <Section title={words.buyers} isCard>
      <TextArea form={form} name="hostMessage" rows={3} isOptional />
      <TextField
        form={form}
        name="website"
        placeholder="example.com/rooftop"
        inputMode="url"
        autocomplete="off"
        isOptional
      />
      <div class="side-by-side">
        <TextField form={form} name="instagram" hint={words.accountHint} autocomplete="off" isOptional />
        <TextField form={form} name="xAccount" hint={words.accountHint} autocomplete="off" isOptional />
      </div>
    </Section>
  );
}
