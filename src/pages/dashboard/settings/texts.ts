import { textsWith } from '../texts/page-texts.ts';

const en = {
  title: 'Settings',
  intro: 'What your host is called, what buyers read, and how you sell. What you save counts at once.',
  introToRead: 'What your host is called, what buyers read, and how you sell. Only owners change it.',
  save: 'Save changes',
  notGiven: 'Not given',
  page: 'Your page',
  pageIntro: 'All that you have on, for anybody who has the link. Share it wherever people ask what is next.',
  pageOf: 'Address of your page',
  buyerData: 'A buyer’s data',
  buyerDataIntro: 'When somebody asks what you have of them, or wants it erased.',
  toBuyerData: 'Look somebody up',
  host: 'Host',
  name: 'Name',
  nameHint: 'As buyers read it, on every page, ticket and e-mail.',
  country: 'Country',
  countryHint: 'It decides the currency of your prices. With your first event it is fixed.',
  countryFixed: {
    events: 'It decides the currency, and you have events with prices in it: it can’t change any more.',
    fees: 'Your fees are amounts in its currency. To change it, ask the operator of this service.',
  },
  buyers: 'What buyers read',
  buyersIntro: 'Whom they ask, and what they accept when they order. What you leave empty is not shown.',
  contactMissing: 'Buyers have nobody to ask: give them an address.',
  contactEmail: 'Contact e-mail',
  contactEmailHint:
    'Buyers see it in every e-mail, on the receipt and at the end of the checkout, and answers to our e-mails go there. We don’t check it: read it twice.',
  terms: 'Terms of sale',
  refundPolicy: 'Refund policy',
  termsHint: 'Plain text. Buyers can open it before they pay, and later on their receipt.',
  hasNewsletter: 'Ask buyers whether we may write to them',
  hasNewsletterHint:
    'A tick in the checkout and on the receipt, never set beforehand. Who agreed is in the exports.',
  newsletterSentence: 'By which sentence',
  newsletterSentenceHint: 'Empty: ours, in the buyer’s language, with your name.',
  newsletterFile: 'Newsletter',
  newsletterFileIntro: 'Who has agreed to be written to, and has not taken it back.',
  seller: 'Receipts',
  sellerIntro:
    'What stands on receipts about who sells. What you save is on the receipts of orders from then on: those of earlier orders stay as they are.',
  sellerName: 'Seller’s legal name',
  sellerNameHint: 'As your company is registered. Empty: the name of your host.',
  sellerAddress: 'Seller’s address',
  taxNumber: 'Tax number',
  taxNumberHint: 'It is on the receipt and on the ticket, with the seller’s name.',
  vat: 'VAT in percent',
  vatWrong: 'A number from 0.01 to 50, or nothing.',
  vatHint:
    'Such as 7.5. It is in the prices already, and nothing is added to them: receipts say how much of the sum it is. Empty: receipts say nothing of VAT.',
  fees: 'Fees',
  noFees: 'This service asks no fees for your tickets.',
  share: (percent: string) => `${percent} of the price`,
  rates: (sum: string, cap: string | null) =>
    `This service asks ${sum} for each ticket${cap === null ? '' : `, at most ${cap}`}. Free tickets cost nothing. The operator sets the rates.`,
  feesAbsorbed: 'We bear the fees',
  onTop: ({ price, fee, total }: Record<'price' | 'fee' | 'total', string>) =>
    `Now buyers pay them on top: a ticket of ${price} costs them ${total}, with ${fee} of fees.`,
  borne: ({ price, fee, rest }: Record<'price' | 'fee' | 'rest', string>) =>
    `Buyers pay the price alone: of a ticket of ${price} you keep ${rest}, and ${fee} are fees.`,
  feesCount: 'A change counts for new carts. What buyers hold already keeps its price.',
  sites: 'Allowed return sites',
  sitesIntro:
    'After paying, buyers go back to the address that your shop names. Anybody with your public key could name theirs: list your own sites, and no other is taken.',
  callbackOrigins: 'Sites',
  callbackOriginsHint: 'One to a line, such as https://shop.example. Empty: any site is allowed.',
  anySite: 'Any site is allowed.',
};

export const useSettingsTexts = textsWith({ en: { settings: en }, fr: { settings: en } });
export type SettingsTexts = ReturnType<typeof useSettingsTexts>;
