import { pageTexts } from '../../../texts/page-texts.ts';

// What stands there until the designer, with its own texts, has been loaded.
const en = {
  plans: 'Seating plans',
  opening: 'Opening the plan…',
  openFailed: 'The plan could not be opened.',
  tryAgain: 'Try again',
};

export const useOpeningTexts = pageTexts({ en, fr: en });
