import { textsWith } from '../texts/page-texts.ts';

const en = {
  title: 'Settings',
  intro: 'Your name, the texts for buyers, and how you sell. Changes apply at once.',
  introToRead: 'Your name, the texts for buyers, and how you sell. Only owners can change them.',
  save: 'Save changes',
  notGiven: 'Not set',
  page: 'Your page',
  pageIntro: 'A public page with all your events. Share the link wherever people ask what’s next.',
  pageOf: 'Address of your page',
  buyerData: 'Buyer data',
  buyerDataIntro: 'For buyers who ask for a copy of their data, or want it erased.',
  toBuyerData: 'Find a buyer',
  host: 'Host',
  name: 'Name',
  nameHint: 'Buyers see it on every page, ticket and e-mail.',
  country: 'Country',
  countryHint: 'It sets the currency of your prices. You can’t change it after your first event.',
  countryFixed: {
    events: 'You can’t change it, because you have events with prices in this currency.',
    fees: 'Your fees are in its currency. To change it, ask the service operator.',
  },
  buyers: 'Information for buyers',
  buyersIntro: 'Your contact, and the terms that buyers accept. We hide what you leave empty.',
  contactMissing: 'Buyers can’t contact you. Add an e-mail address.',
  contactEmail: 'Contact e-mail',
  contactEmailHint:
    'Buyers see it in e-mails, on receipts and after checkout. Replies to our e-mails go there. We don’t verify it, so check it twice.',
  terms: 'Terms of sale',
  refundPolicy: 'Refund policy',
  termsHint: 'Plain text. Buyers can open it before they pay, and later on their receipt.',
  hasNewsletter: 'Offer a newsletter',
  hasNewsletterHint: 'Adds an unticked box to the checkout and the receipt. Exports show who agreed.',
  newsletterSentence: 'Newsletter text',
  newsletterSentenceHint: 'Leave empty for our text, in the buyer’s language, with your name.',
  newsletterFile: 'Newsletter',
  newsletterFileIntro: 'The people who agreed, and have not unsubscribed.',
  seller: 'Receipts',
  sellerIntro: 'Details of the seller on receipts. Changes apply to new orders only.',
  sellerName: 'Seller’s legal name',
  sellerNameHint: 'Your company’s registered name. Leave empty to use your host’s name.',
  sellerAddress: 'Seller’s address',
  taxNumber: 'Tax number',
  taxNumberHint: 'We print it on receipts and tickets, with the seller’s name.',
  vat: 'VAT in percent',
  vatHint: 'e.g. 7.5. Your prices include it, and receipts show the amount. Leave empty to show no VAT.',
  fees: 'Fees',
  noFees: 'This service charges no fees for your tickets.',
  share: (percent: string) => `${percent} of the price`,
  rates: (sum: string, cap: string | null) =>
    `This service charges ${sum} per ticket${cap === null ? '' : `, up to ${cap}`}. Free tickets have no fee. The operator sets the rates.`,
  feesAbsorbed: 'Absorb fees',
  onTop: ({ price, fee, total }: Record<'price' | 'fee' | 'total', string>) =>
    `Buyers pay fees on top: a ticket of ${price} costs them ${total}, including ${fee} in fees.`,
  borne: ({ price, fee, rest }: Record<'price' | 'fee' | 'rest', string>) =>
    `Buyers pay only the price: from a ticket of ${price} you keep ${rest}, after ${fee} in fees.`,
  feesCount: 'A change applies to new carts. Existing carts keep their price.',
  sites: 'Allowed return sites',
  sitesIntro:
    'After paying, buyers return to the address that your shop sends. Your public key is visible, so others could send theirs: list your sites to allow no others.',
  callbackOrigins: 'Sites',
  callbackOriginsHint: 'One per line, e.g. https://shop.example. Leave empty to allow any site.',
  anySite: 'Any site is allowed.',
};

export const useSettingsTexts = textsWith({ en: { settings: en }, fr: { settings: en } });
export type SettingsTexts = ReturnType<typeof useSettingsTexts>;
