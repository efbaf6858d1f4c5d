import { pageTexts } from '../texts/page-texts.ts';

const en = {
  look: 'How it looks',
  lookIntro: 'What you set here counts more than what the address of a frame asks for.',
  theme: 'Mode',
  themes: {
    any: 'As the site asks',
    anyHint: 'By theme=light or theme=dark in the address, else as the buyer’s device likes it.',
    light: 'Light',
    dark: 'Dark',
  },
  color: 'Colour of buttons and of what is chosen',
  colorHint:
    'Six digits such as #b8431c. Left empty, the site decides by colorScheme. Text in it is made readable.',
  pickColor: 'Pick a colour',
  sites: 'Sites that may show it',
  origins: 'Sites',
  originsHint: 'One to a line, such as https://shop.example. Left empty, any site may.',
  save: 'Save',
  preview: 'Preview',
  previewIntro: 'The real checkout, with what you have chosen beside it.',
  previewDraft: 'A draft: nobody else sees it, and nothing can be bought yet.',
  previewOf: (name: string) => `The checkout of ${name}`,
  openPreview: 'Open in a tab',
  width: 'Width',
  widths: { phone: 'Phone', desk: 'Desk' },
  snippet: 'Put it on your site',
  snippetIntro: 'Paste this where the tickets should be. It needs no key, no script and no server of yours.',
  snippetOf: 'Code for your site',
  snippetTitle: (name: string) => `Tickets for ${name}`,
  height: (phone: number, desk: number) =>
    `${phone} px fit the tallest step on a phone, ${desk} px on a desk. The frame never changes its own height.`,
  address: 'Address',
};

export const useEventEmbedTexts = pageTexts({ en, fr: en });
