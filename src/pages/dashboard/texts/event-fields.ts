import type { AddressLevel } from '../../../rules/address-levels.ts';
import type { Language } from '../../../values/language.ts';
import { textsIn } from './event-fields/texts.ts';

/** The fields of an event, when you make it and when you change it. */
export function eventFieldsIn(language: Language) {
  const texts = textsIn(language);
  return {
    ...texts,
    /** The labels of the two fields, for messages about them. */
    labelsOf: ({ state, lga }: Record<'state' | 'lga', AddressLevel | null>) => ({
      ...(state !== null && { state: texts.levels[state] }),
      ...(lga !== null && { lga: texts.levels[lga] }),
    }),
  };
}
