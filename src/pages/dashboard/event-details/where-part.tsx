import type { VNode } from 'preact';
import { Checkbox } from '../components/checkbox.tsx';
import { LevelFields } from '../components/level-fields.tsx';
import { useDashboard } from '../dashboard.ts';
import { nameCountry } from '../components/name-country.ts';
import { PositionField } from '../components/position-field/position-field.tsx';
import { Section } from '../components/section.tsx';
import { TextArea } from '../components/text-area.tsx';
import { TextField } from '../components/text-field.tsx';
import type { Part } from './details-form.tsx';
import { useEventDetailsTexts } from './texts.ts';

export function WherePart({ form, data }: Part): VNode {
  const words = useEventDetailsTexts();
  return (
    <Section
      title={words.where}
      intro={words.whereIntro(nameCountry(data.region, useDashboard().page.language))}
      isCard
    >
      <Checkbox form={form} name="isOnline" />
      {form.values.value.isOnline === true ? (
        <TextArea
          form={form}
          name="directions"
          label={words.howToJoin}
          hint={words.howToJoinHint}
          rows={3}
          isOptional
        />
      ) : (
        <PlaceFields form={form} data={data} />
      )}
    </Section>
  );
}

function PlaceFields({ form, data }: Omit<Part, 'address'>): VNode {
  const words = useEventDetailsTexts();
  const { state, lga } = form.values.value;
  const area = [lga, state].filter(Boolean).join(', ');
  return (
    <>
      <TextField form={form} name="venue" isOptional />
      <TextField form={form} name="street" isOptional />
      <LevelFields form={form} levels={data.levels} />
      <TextArea form={form} name="directions" rows={3} isOptional />
      <PositionField form={form} name="position" isOptional />
      <Checkbox form={form} name="hideLocation" hint={words.hideLocationHint(area)} />
    </>
  );
}
