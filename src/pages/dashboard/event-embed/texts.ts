import { pageTexts } from '../texts/page-texts.ts';

const en = {
  look: 'Design',
  lookIntro: 'These settings override the settings in the embed’s address.',
  theme: 'Mode',
  themes: {
    any: 'Set by the site',
    anyHint: 'Uses theme=light or theme=dark in the address, otherwise the buyer’s device setting.',
    light: 'Light',
    dark: 'Dark',
  },
  color: 'Colour of buttons and selections',
  colorHint: 'Six digits, e.g. #b8431c. If empty, the site decides by colorScheme. We keep text readable.',
  pickColor: 'Pick a colour',
  sites: 'Allowed sites',
  origins: 'Sites',
  originsHint: 'One per line, e.g. https://shop.example. If empty, any site can show it.',
  save: 'Save',
  preview: 'Preview',
  previewIntro: 'The real checkout with your settings.',
  previewDraft: 'This is a draft. Nobody else sees it, and nobody can buy yet.',
  previewOf: (name: string) => `The checkout of ${name}`,
  openPreview: 'Open in a tab',
  width: 'Width',
  widths: { phone: 'Phone', desk: 'Desktop' },
  button: 'Button on your site',
  buttonIntro:
    'Paste this where you want the button. It opens the checkout above your page, full screen on a phone.',
  buttonOf: 'Code of the button',
  buttonLabel: 'Get tickets',
  buttonHint: 'Change the words and the look as you like. Closing the checkout keeps the cart.',
  snippet: 'Checkout in your page',
  snippetIntro: 'Paste this where you want the tickets. You need no key, script or server.',
  snippetOf: 'Code for your site',
  snippetTitle: (name: string) => `Tickets for ${name}`,
  height: (phone: number, desk: number) =>
    `${phone === desk ? `${phone} px fit the tallest step` : `${phone} px fit the tallest step on a phone, ${desk} px on a desktop`}. The iframe never changes its height.`,
  address: 'Address',
};

export const useEventEmbedTexts = pageTexts({ en, fr: en });
