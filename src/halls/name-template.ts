import type { SeatingPlan } from '../seating-plans/plan-schema.ts';
import type { Language } from '../values/language.ts';
import { textsIn } from './template-names/texts.ts';

const BLOCK = /^Block (\d+)$/;

/** A template with its categories, sections and stage called as the host would: buyers read these names on their tickets. */
export function nameTemplate(plan: SeatingPlan, language: Language): SeatingPlan {
  const [english, own] = [textsIn('en'), textsIn(language)];
  const words = new Map(
    Object.entries(english).map(([key, name]) => [name, own[key as keyof typeof own]] as const),
  );
  const nameOf = (name: string): string => {
    const nr = BLOCK.exec(name)?.[1];
    const word = words.get(name);
    return nr === undefined ? (typeof word === 'string' ? word : name) : own.block(nr);
  };
  return {
    ...plan,
    categories: plan.categories.map((category) => ({ ...category, name: nameOf(category.name) })),
    sections: plan.sections.map((section) => ({ ...section, name: nameOf(section.name) })),
    objects: plan.objects.map((one) =>
      one.type === 'stage' && one.label ? { ...one, label: nameOf(one.label) } : one,
    ),
  };
}
