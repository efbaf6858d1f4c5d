import type { Accent } from './shared/accent.ts';
import type { PageData } from './checkout/embed/server/page-data-schema.ts';
import type { Language } from '../values/language.ts';
import type { Theme } from '../rules/theme.ts';
import type { PageScripts } from './build.ts';
import type { TroubleView, ViewAnswer } from './dashboard/contract.ts';
import type { EntrancePage } from './dashboard/sign-in/contract.ts';
import type { Docs, Guide } from './docs/contract.ts';
import type { Mail, Mailbox } from './mailbox/contract.ts';
import type { ReceiptPage } from './checkout/receipt/contract.ts';
import type { StorefrontEvent, StorefrontHost } from './checkout/storefront/contract.ts';
import type { PayPage } from './sandbox/contract.ts';
import type { ConfirmPage, FairnessPage, WaitingRoomPage } from './checkout/waiting-room/contract.ts';

// What the server and its pages say to each other. Types only, and none of the browser's.

/** Whom to ask; without an address nobody is. The subject of the mail names what it is about. */
export type HostToAsk = { hostName: string; contactEmail: string | null; subject: string };

/** Every page that the server sends, by its name, with what it is made from. */
export type Pages = {
  /** The front page. Addresses are whole: it may be shown below another path. */
  home: {
    language: Language;
    dashboard: string;
    /** Null where nobody may become a host by himself. */
    signUp: string | null;
    docs: Record<'quickstart' | 'reference' | 'embed' | 'webhooks' | 'document', string>;
    /** Whom the e-mails with tickets come from. Null: they go to the mailbox of development. */
    ticketSender: string | null;
    /** In development. */
    demo: { shop: string | null; event: string | null; mailbox: string | null } | null;
  };
  notice: {
    about: 'unknown_address' | 'unknown_event' | 'unknown_host' | 'checkout' | 'too_often' | 'trouble';
    language: Language;
    theme: Theme | null;
    /** Where to go from here; left out in a frame, where the site around it is. */
    ways?: Partial<Record<'home' | 'dashboard' | 'reference' | 'embed', string>>;
    /** Whose page it would have been, where that is known. */
    host?: HostToAsk | null;
  };
  /** What a host's buyers agree to, as plain text; empty where it has written none. */
  terms: HostToAsk & { terms: string; refundPolicy: string; language: Language };
  /** The first paint in `<div id="checkout">`, and its data as JSON in `<script id="page-data">`. */
  checkout: {
    data: PageData;
    theme: Theme | null;
    accents: Record<Theme, Accent>;
    /** The host's own look at it: of a draft nothing can be bought. */
    preview: 'draft' | 'public' | null;
    /** What the page's address says of its look, for the same page in another language. */
    query: string;
  };
  waitingRoom: WaitingRoomPage;
  roomConfirm: ConfirmPage;
  fairness: FairnessPage;
  storefrontEvent: StorefrontEvent;
  storefrontHost: StorefrontHost;
  reference: Docs;
  guide: Docs & { guide: Guide };
  mailbox: Mailbox;
  mail: Mail;
  receipt: ReceiptPage;
  /** What a phone at the door runs, in `<div id="scanner">`; who the phone is, is not in it. */
  scanner: { language: Language };
  pay: PayPage;
  /** The first paint in `<div id="dashboard">`, and its data as JSON in `<script id="page-data">`. */
  dashboard: ViewAnswer;
  /** For those who are not signed in. */
  dashboardNotice: { about: TroubleView['about']; base: string };
  entrance: EntrancePage;
};

export type PageName = keyof Pages;

/** What is around a page, and not its own business: where its files are, in this answer. */
export type Shell = {
  /** The address of the folder of scripts and styles. */
  assetsPath: string;
  /** In the page, or a file to load. What is in the page is let in by the one secret of this answer, or by its hash. */
  style: ({ text: string } | { file: string }) & { nonce?: string };
  /** By the page's language. */
  scripts: Record<Language, Pick<PageScripts, 'entry' | 'preloads' | 'chunks'>> | null;
  /** Runs at once, before anything is drawn. */
  firstScript?: string;
  /** Kept out of search engines, also where the header gets lost on the way. */
  isSecret: boolean;
};

export type RenderPage = <Name extends PageName>(name: Name, data: Pages[Name], shell: Shell) => string;
