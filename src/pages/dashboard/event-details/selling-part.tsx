import type { VNode } from 'preact';
import { Checkbox } from '../components/checkbox.tsx';
import { Section } from '../components/section.tsx';
import { TextField } from '../components/text-field.tsx';
import type { Part } from './details-form.tsx';
import { useEventDetailsTexts } from './texts.ts';

export function SellingPart({ form, data }: Part): VNode {
  const words = useEventDetailsTexts();
  return (
    <Section title={words.selling} isCard>
      <div class="side-by-side">
        <TextField form={form} name="holdMinutes" maxLength={2} inputMode="numeric" autocomplete="off" />
        <TextField
          form={form}
          name="paymentMinutes"
          maxLength={4}
          hint={words.paymentMinutesHint(data.paymentMinutesByDefault)}
          inputMode="numeric"
          autocomplete="off"
          isOptional
        />
      </div>
      <Checkbox form={form} name="buyersRename" />
      <Checkbox form={form} name="isComingSoon" />
      <Checkbox form={form} name="isUnlisted" />
    </Section>
  );
}
