import { pageTexts } from '../../../texts/page-texts.ts';

// Texts until the designer with its own texts is loaded.
const en = {
  plans: 'Seating plans',
  opening: 'Opening the plan…',
  openFailed: 'We couldn’t open the plan.',
  tryAgain: 'Try again',
};

export const useOpeningTexts = pageTexts({ en, fr: en });
