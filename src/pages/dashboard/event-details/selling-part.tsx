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
        <TextField
          form={form}
          name="holdMinutes"
          label={words.holdMinutes}
          hint={words.holdMinutesHint}
          inputMode="numeric"
          maxLength={2}
          autocomplete="off"
        />
        <TextField
          form={form}
          name="paymentMinutes"
          label={words.paymentMinutes}
          hint={words.paymentMinutesHint(data.paymentMinutesByDefault)}
          inputMode="numeric"
          maxLength={4}
          autocomplete="off"
          isOptional
        />
      </div>
      <Checkbox form={form} name="buyersRename" label={words.buyersRename} hint={words.buyersRenameHint} />
      <Checkbox form={form} name="isComingSoon" label={words.isComingSoon} hint={words.isComingSoonHint} />
      <Checkbox form={form} name="isUnlisted" label={words.isUnlisted} hint={words.isUnlistedHint} />
    </Section>
  );
}
