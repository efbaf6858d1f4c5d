import type { SketchedTemplate } from '../../seating-plans/data.ts';
import { pageTexts } from '../../texts/page-texts.ts';

const en = {
  seats: (count: number) => (count === 1 ? '1 seat' : `${count.toLocaleString('en')} seats`),
  templates: {
    theatre: [
      'Theatre',
      'Stalls and balcony in curved rows with two aisles, odd numbers left and even ones right.',
    ],
    arena: ['Arena in the round', 'Eight blocks all around the stage.'],
    stadium: ['Stadium block', 'Two tiers of three blocks on one side of the pitch.'],
    cabaret: ['Cabaret', 'Round and long tables, sold by the chair, with stools at the bar.'],
    church: ['Church', 'Pews on both sides of a middle aisle, a choir, and side aisles.'],
  } satisfies Record<SketchedTemplate['templateId'], [string, string]>,
};

export const useTemplateTexts = pageTexts({ en, fr: en });
