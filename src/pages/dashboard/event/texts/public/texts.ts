// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../../languages/load-texts.ts';
import type { Language } from '../../../../../values/language.ts';

export type Texts = {
  unpublish: string;
  staysPublic: string;
  insteadOfDraft: (values: { canPause: boolean; canHide: boolean }) => string;
  visibility: string;
  isPublic: string;
  isUnlisted: string;
  isStopped: string;
  isAnnounced: string;
  switchOn: {
    isComingSoon: string;
    isUnlisted: string;
  };
  switchOff: {
    isComingSoon: string;
    isUnlisted: string;
  };
  next: string;
  nextSteps: {
    embed: {
      title: string;
      text: string;
    };
    promoCodes: {
      title: string;
      text: string;
    };
    integrations: {
      title: string;
      text: string;
    };
    duplicate: {
      title: string;
      text: string;
    };
  };
  over: string;
  cancelled: string;
  overText: string;
  duplicate: string;
  more: string;
  deleteDraft: string;
  deleteTitle: string;
  deleteText: (name: Value) => string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
