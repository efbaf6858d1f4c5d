import type { Accent } from './shared/accent.ts';
import type { PageData } from './checkout/embed/server/page-data-schema.ts';
import type { Language } from '../values/language.ts';
import type { Theme } from '../rules/theme.ts';
import type { PageScripts } from './building/describe-bundles.ts';
import type { TroubleView, ViewAnswer } from './dashboard/contract.ts';
import type { EntrancePage } from './dashboard/sign-in/contract.ts';
import type { Docs, Guide } from './docs/contract.ts';
import type { Mail, Mailbox } from './mailbox/contract.ts';
import type { MpesaPage } from './checkout/mpesa/contract.ts';
import type { ChoicePage } from './checkout/choice/contract.ts';
import type { PaymentFramePage } from './checkout/payment-frame/contract.ts';
import type { ReceiptPage } from './checkout/receipt/contract.ts';
import type { StorefrontEvent, StorefrontHost } from './checkout/storefront/contract.ts';
import type { StatusPage } from './status/contract.ts';
import type { PayPage } from './sandbox/contract.ts';
import type { WaitingListPage } from './checkout/waiting-list/contract.ts';
import type { UnsubscribePage } from './checkout/unsubscribe/contract.ts';
import type { ConfirmPage, FairnessPage, WaitingRoomPage } from './checkout/waiting-room/contract.ts';

// The data that the server and its pages exchange. Types only, and none of the browser's.

/** The host's contact; not shown without an address. The subject of the mail names what it is about. */
export type HostToAsk = { hostName: string; contactEmail: string | null; subject: string };

/** Every page that the server sends, by its name, with what it is made from. */
export type Pages = {
  /** The front page. Addresses are whole: it may be shown below another path. */
  home: {
    language: Language;
    dashboard: string;
    /** Null: there is no status page. */
    status: string | null;
    /** Null where nobody may become a host by himself. */
    signUp: string | null;
    docs: Record<'quickstart' | 'reference' | 'embed' | 'webhooks' | 'document', string>;
    /** The sender of the e-mails with tickets. Null: they go to the mailbox of development. */
    ticketSender: string | null;
    /** In development. */
    demo: { shop: string | null; event: string | null; mailbox: string | null } | null;
  };
  status: StatusPage;
  notice: {
    about:
      | 'unknown_address'
      | 'no_pass'
      | 'unknown_event'
      | 'preview_over'
      | 'unknown_host'
      | 'checkout'
      | 'too_often'
      | 'trouble';
    language: Language;
    theme: Theme | null;
    /** Links to go on; left out in a frame, where the site around it is. */
    ways?: Partial<Record<'status' | 'home' | 'dashboard' | 'reference' | 'embed', string>>;
    /** The page's host, if that is known. */
    host?: HostToAsk | null;
  };
  /** The terms for a host's buyers, as plain text; empty if it has written none. */
  terms: HostToAsk & { terms: string; refundPolicy: string; language: Language };
  /** The first paint in `<div id="checkout">`, and its data as JSON in `<script id="page-data">`. */
  checkout: {
    data: PageData;
    theme: Theme | null;
    accents: Record<Theme, Accent>;
    /** The look in the page's address, for the same page in another language. */
    query: string;
  };
  paymentFrame: PaymentFramePage;
  waitingRoom: WaitingRoomPage;
  roomConfirm: ConfirmPage;
  unsubscribe: UnsubscribePage;
  fairness: FairnessPage;
  waitingList: WaitingListPage;
  storefrontEvent: StorefrontEvent;
  storefrontHost: StorefrontHost;
  reference: Docs;
  guide: Docs & { guide: Guide };
  mailbox: Mailbox;
  mail: Mail;
  /** The buyer chooses how to pay. */
  choice: ChoicePage;
  receipt: ReceiptPage;
  /** Runs on a phone at the door, in `<div id="scanner">`; it does not say which phone. */
  scanner: { language: Language };
  mpesa: MpesaPage;
  pay: PayPage;
  /** The first paint in `<div id="dashboard">`, and its data as JSON in `<script id="page-data">`. */
  dashboard: ViewAnswer;
  /** For those who are not signed in. */
  dashboardNotice: { language: Language; about: TroubleView['about']; base: string };
  entrance: EntrancePage;
};

export type PageName = keyof Pages;

type ShellScripts = Record<Language, Pick<PageScripts, 'entry' | 'preloads' | 'chunks'>>;

/** The surroundings of a page, which are not its own business: the place of its files, in this answer. */
export type Shell = {
  /** The address of the folder of scripts and styles. */
  assetsPath: string;
  /** In the page, or a file to load. Scripts in the page are let in by the one secret of this answer, or by their hash. */
  style: ({ text: string } | { file: string }) & { nonce?: string };
  /** By the page's language. */
  scripts: ShellScripts | null;
  /** Runs at once, before anything is drawn. */
  firstScript?: string;
  /** The files of the page that people open next. */
  next?: { style: string; scripts: ShellScripts | null };
  /** Kept out of search engines, also where the header gets lost on the way. */
  isSecret: boolean;
};

export type RenderPage = <Name extends PageName>(name: Name, data: Pages[Name], shell: Shell) => string;
