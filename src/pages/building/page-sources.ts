import type { PageName } from '../contract.ts';

export type PageSources = {
  style: string;
  isStyleInPage?: boolean;
  firstScript?: string;
  script?: string;
  /** The script has texts in it, so there is one for each language. */
  isTranslated?: boolean;
  /** The page that people open next: a browser fetches its files once it has nothing else to do. */
  leadsTo?: PageName;
};

/** The stylesheet of each page, and its script if it has one. */
export const PAGES: Record<PageName, PageSources> = {
  home: { style: 'src/pages/home/home.css' },
  status: { style: 'src/pages/status/status.css', isStyleInPage: true },
  notice: { style: 'src/pages/notice/notice.css', isStyleInPage: true },
  terms: { style: 'src/pages/checkout/terms/terms.css' },
  unsubscribe: { style: 'src/pages/checkout/unsubscribe/unsubscribe.css' },
  checkout: {
    style: 'src/pages/checkout/embed/checkout.css',
    isStyleInPage: true,
    firstScript: 'src/pages/checkout/embed/note-taps.ts',
    script: 'src/pages/checkout/embed/main.ts',
    isTranslated: true,
  },
  paymentFrame: {
    style: 'src/pages/checkout/payment-frame/payment-frame.css',
    script: 'src/pages/checkout/payment-frame/main.ts',
  },
  waitingRoom: {
    style: 'src/pages/checkout/waiting-room/room.css',
    isStyleInPage: true,
    script: 'src/pages/checkout/waiting-room/main.ts',
    isTranslated: true,
  },
  roomConfirm: { style: 'src/pages/checkout/waiting-room/room.css', isStyleInPage: true },
  fairness: {
    style: 'src/pages/checkout/waiting-room/fairness/fairness.css',
    isStyleInPage: true,
    script: 'src/pages/checkout/waiting-room/fairness/main.ts',
    isTranslated: true,
  },
  waitingList: { style: 'src/pages/checkout/waiting-list/list.css', isStyleInPage: true },
  storefrontEvent: {
    style: 'src/pages/checkout/storefront/event-page.css',
    isStyleInPage: true,
    firstScript: 'src/pages/checkout/embed/note-taps.ts',
    script: 'src/pages/checkout/storefront/main.ts',
    isTranslated: true,
  },
  storefrontHost: { style: 'src/pages/checkout/storefront/host-page.css', isStyleInPage: true },
  reference: { style: 'src/pages/docs/docs.css', script: 'src/pages/docs/main.ts' },
  guide: { style: 'src/pages/docs/docs.css', script: 'src/pages/docs/main.ts' },
  mailbox: { style: 'src/pages/mailbox/mailbox.css' },
  mail: { style: 'src/pages/mailbox/mailbox.css' },
  scanner: {
    style: 'src/pages/scanner/scanner.css',
    script: 'src/pages/scanner/main.ts',
    isTranslated: true,
  },
  choice: { style: 'src/pages/checkout/choice/choice.css' },
  receipt: { style: 'src/pages/checkout/receipt/receipt.css', script: 'src/pages/checkout/receipt/main.ts' },
  dashboard: {
    style: 'src/pages/dashboard/dashboard.css',
    script: 'src/pages/dashboard/main.tsx',
    isTranslated: true,
  },
  dashboardNotice: { style: 'src/pages/dashboard/dashboard.css' },
  entrance: {
    style: 'src/pages/dashboard/sign-in/entrance.css',
    script: 'src/pages/dashboard/sign-in/main.ts',
    leadsTo: 'dashboard',
  },
  mpesa: { style: 'src/pages/checkout/mpesa/mpesa.css' },
  pay: { style: 'src/pages/sandbox/pay-page.css', script: 'src/pages/sandbox/main.ts' },
};

export const EMBED_SCRIPT = 'src/pages/checkout/embed-button/embed-button.ts';
