// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  look: string;
  lookIntro: string;
  theme: string;
  themes: {
    any: string;
    anyHint: string;
    light: string;
    dark: string;
  };
  color: string;
  colorHint: string;
  pickColor: string;
  sites: string;
  origins: string;
  originsHint: string;
  preview: string;
  previewIntro: string;
  previewDraft: string;
  previewOf: (name: Value) => string;
  openPreview: string;
  width: string;
  widths: {
    phone: string;
    desk: string;
  };
  button: string;
  buttonIntro: string;
  buttonOf: string;
  buttonLabel: string;
  buttonHint: string;
  snippet: string;
  snippetIntro: string;
  snippetOf: string;
  snippetTitle: (name: Value) => string;
  height: (phone: Value) => string;
  heights: (values: { phone: Value; desk: Value }) => string;
  address: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
