import type { Accent } from '../../shared/accent.ts';
import type { PictureSources } from '../../../media/picture-sources.ts';
import type { OrderStatus } from '../../../tickets/read-order.ts';
import type { AskedQuestion } from '../../../rules/questions.ts';
import type { InvoiceDraft, InvoiceProblems } from '../../../rules/invoices.ts';
import type { Language } from '../../../values/language.ts';
import type { TransferInstructions } from '../../../rules/bank-transfer.ts';
import type { TaxLine } from '../../../rules/taxes.ts';
import type { WhyReturned } from '../../../rules/payment-use.ts';
import type { Theme } from '../../../rules/theme.ts';
import type { HostToAsk } from '../../contract.ts';

// The receipt's data: facts without words, and none that its reader may not know. Types only.

/** How the order stands, as far as the buyer is concerned. */
export type Story =
  | 'starting'
  | 'payable'
  | 'transfer_due'
  | 'looking'
  // The gateway says that money is on its way: in time, or when the order had ended.
  | 'under_way'
  | 'under_way_late'
  | 'failed'
  | 'expired'
  | 'cancelled'
  | 'late_returned'
  | 'late_settled'
  | 'refunded'
  | 'tickets_cancelled'
  | 'passed_on'
  // Of an order for a change of seat.
  | 'seat_payable'
  | 'seat_changed'
  | 'seat_kept'
  | 'seat_refunded'
  | 'some_valid'
  | 'past'
  | 'going';

/** The page's message about the button that was just pressed. */
export type ReceiptNotice =
  | 'resent'
  | 'too_often'
  | 'nothing_to_send'
  | 'given_back'
  | 'too_late'
  | 'used'
  | 'nothing_left'
  | 'renamed'
  | 'rename_refused'
  | 'rename_too_often'
  | 'no_name'
  | 'not_all_yours'
  | 'disputed'
  | 'return_asked'
  | 'return_refused'
  | 'return_too_often'
  | 'return_open'
  | 'return_none'
  | 'returned'
  | 'return_waiting'
  | 'return_listed'
  | 'return_declined'
  | 'return_gone'
  | 'return_changed'
  | 'listing_withdrawn'
  | 'listing_in_cart'
  | 'listing_sold'
  | 'listing_over'
  | 'passed_on'
  | 'pass_on_refused'
  | 'pass_on_too_often'
  | 'pass_on_same'
  | 'no_person'
  | 'answered'
  | 'answers_missing'
  | 'answers_too_late'
  // Of the button Cancel or Close at the gateway.
  | 'payment_stopped'
  | 'invoice_asked'
  | 'invoice_unchanged'
  | 'invoice_ask_host'
  | 'no_invoice'
  | 'invoice_wrong';

export type ReceiptEvent = {
  name: string;
  hostName: string;
  /** The contact address for buyers; null: none is shown. */
  contactEmail: string | null;
  /** The day and the time, as they are written in the place. */
  date: string;
  time: string;
  /** When the doors open, where that is given, when it starts and when it ends. */
  times: string;
  isOnline: boolean;
  /** In lines, the most exact first. */
  place: string[];
  /** The exact place is for ticket holders, and the reader is not one. */
  isPlaceHidden: boolean;
  /** The address on a map; null if the place is hidden from the reader, or not known so exactly. */
  mapUrl: string | null;
  directions: string | null;
  hostMessage: string | null;
  isCancelled: boolean;
  /** Its public page, to be shared; null if there is no longer anything to share. */
  pageUrl: string | null;
  poster: { shown: PictureSources; widthPx: number; heightPx: number } | null;
};

export type ReceiptSummary = {
  reference: string;
  /** Null where the host has said no more of itself than its name. The address is in lines. */
  seller: { name: string; address: string; taxNumber: string | null } | null;
  items: { name: string; quantity: number; priceMinor: number }[];
  feesMinor: number;
  discountMinor: number;
  promoCode: string | null;
  totalMinor: number;
  isPaid: boolean;
  /** The taxes in it, rate by rate; empty if the host has given none, or nothing was paid. */
  taxes: TaxLine[];
  /** With what it was paid, and through whom, in words; null: it was not. */
  paidWith: string | null;
  paidAt: Date | null;
  currency: string;
  buyerName: string;
  /** Enough for the owner to know it by. */
  maskedEmail: string;
  orderedAt: Date;
};

/** An order that may still change by itself at any moment. */
export type ReceiptWait = {
  status: OrderStatus;
  /** Null if there is nothing to pay now. */
  payment: { url: string; payBy: Date; secondsLeft: number } | null;
  /** How to pay by bank transfer, with the code for banking apps where there is one; null: otherwise. */
  transfer: (TransferInstructions & { qr: { side: number; path: string } | null }) | null;
  /** The gateway says that money is on its way. */
  isUnderWay: boolean;
};

export type ReceiptRefund = {
  amountMinor: number;
  /** The taxes in it. */
  taxes: TaxLine[];
  currency: string;
  /** Of the order itself, or of a payment that was not for it. */
  use: 'order' | WhyReturned;
  reason: 'host' | 'late' | 'surplus' | 'mismatch';
  /** `given_by_host`: the host was paid directly, and gives it back itself. */
  state: 'under_way' | 'delayed' | 'returned' | 'settled_by_hand' | 'given_by_host';
  endedAt: Date | null;
};

/** The event is on another day than the one that it was bought for. */
export type ReceiptMove = {
  before: { date: string; time: string } | null;
  /** The host's message about it; empty: none. */
  message: string;
  /** The tickets may be given back, for this much; null: they may not. */
  offer: { until: Date; amountMinor: number } | null;
};

/** A ticket that may be returned, and how much goes back for it. */
export type ReturnableTicket = {
  position: number;
  typeName: string;
  holder: string;
  amountMinor: number;
};

/** The terms of returns that the order was made under, and how it stands with them. */
export type ReceiptReturns = {
  terms: string;
  /** Money goes back only once somebody has bought the ticket. */
  isResold: boolean;
  /** Tickets that are on sale again, or sold and not paid back yet. */
  listed: { position: number; isSold: boolean }[];
  /** The time is over, or the address was corrected just now; null: neither. */
  problem: 'over' | 'corrected' | null;
  /** Empty: none may be returned. */
  tickets: ReturnableTicket[];
  /** Together they come to no more than is left of the payment, in steps that the gateway can pay out. */
  leftMinor: number;
  stepMinor: number;
  /** The host decides on this sum. */
  waiting: { amountMinor: number } | null;
  /** The host has declined the last one, with these words. */
  declined: { reason: string } | null;
};

/** The page of a mailed link, which the buyer confirms. */
export type ConfirmReturn = {
  about: 'return';
  receiptAddress: string;
  hostName: string;
  eventName: string;
  /** Null: the link no longer works. */
  asked: {
    tickets: { position: number; typeName: string; holder: string }[];
    /** As it is written; null: nothing was paid. */
    sum: string | null;
    needsApproval: boolean;
    isResold: boolean;
  } | null;
};

export type ReceiptMail = { maskedEmail: string; state: 'waiting' | 'sent' | 'refused' };

export type ReceiptTicket = {
  position: number;
  typeName: string;
  holder: string;
  /** The name as it may be changed here; null: it may not. */
  rename: { firstName: string; lastName: string } | null;
  /** It may be given to somebody else here. */
  mayPassOn: boolean;
  seat: { section: string; row: string; seat: string } | null;
  /** To be read out where the code can't be scanned; null for a void ticket. */
  shortCode: string | null;
  face:
    | { state: 'live'; qr: { side: number; path: string } }
    | { state: 'used'; at: Date }
    | { state: 'void'; at: Date };
};

export type ReceiptTickets = {
  shown: ReceiptTicket[];
  count: number;
  liveCount: number;
  pages: number;
  currentPage: number;
  perPage: number;
  /** The first ticket that is still to be used. */
  nextAddress: string | null;
};

export type ReceiptField = { question: AskedQuestion; name: string; answer: string };

/** The host's questions, with the answers so far. */
export type ReceiptAsked = {
  /** Something is still to be answered. */
  isOpen: boolean;
  /** An answer that the host needs is missing. */
  isMissing: boolean;
  /** Until the event is over. */
  mayAnswer: boolean;
  ofOrder: ReceiptField[];
  /** Of the tickets that the page shows. */
  ofTickets: { position: number; typeName: string; holder: string; fields: ReceiptField[] }[];
};

/** Whether the host may write to the buyer, in the words that it asked with. */
export type ReceiptNewsletter = { sentence: string; hasAgreed: boolean };

/** The order's invoices and credit notes, and the form for another one. */
export type ReceiptInvoice = {
  /** Oldest first. */
  issued: { id: string; number: string; kind: 'invoice' | 'credit_note' }[];
  isUnderWay: boolean;
  /** `ask_host`: it is too late for the buyer. `no_invoice`: there is nothing left to invoice. */
  mayAsk: 'yes' | 'ask_host' | 'no_invoice';
  keptYears: number;
  /** As it was asked for last, or is being asked for. */
  draft: InvoiceDraft;
  problems: InvoiceProblems;
  /** ISO 3166. */
  countries: string[];
};

export type ReceiptOrder = {
  about: 'order';
  story: Story;
  /** All that hangs on the order's page is at `<token>/…`, seen from it. */
  receiptToken: string;
  /** The reader asked for this language; null: it is in the order's own. */
  askedLanguage: Language | null;
  /** The wallets that take the tickets, as far as they are of the reader's device. */
  wallets: { apple: boolean; google: boolean };
  /** For `Intl`: how the event's country writes, in the language of the page. */
  locale: string;
  timezone: string;
  /** Of the event's pages, in either theme. */
  accents: Record<Theme, Accent>;
  notice: ReceiptNotice | null;
  wait: ReceiptWait | null;
  event: ReceiptEvent;
  summary: ReceiptSummary;
  /** Null if there are none to show. */
  tickets: ReceiptTickets | null;
  /** Null where there is nothing to ask. */
  asked: ReceiptAsked | null;
  /** Null: the host sends none, or nothing was paid. */
  invoice: ReceiptInvoice | null;
  /** Null: there is nothing to agree to, or to take back. */
  newsletter: ReceiptNewsletter | null;
  /** Null: the buyer asks the host. */
  returns: ReceiptReturns | null;
  mails: ReceiptMail[];
  refunds: ReceiptRefund[];
  /** Null where it is on the day that it was bought for. */
  move: ReceiptMove | null;
  /** The texts that the buyer agreed to, as plain text; empty if the host has written none. */
  terms: string;
  refundPolicy: string;
  /** Of an order for a change of seat: the token of the order that has the ticket; null where the reader may not open it. */
  ticketsToken: string | null;
  /** The shop with tickets left, for a buyer who got none. */
  shopUrl: string | null;
};

/** Nothing is looked up for such a page. */
type WhenItFails = {
  /** The order's host, if this process has shown it lately. */
  host: HostToAsk | null;
  /** The address to reload in a moment. */
  againAddress: string;
};

export type ReceiptPage = { language: Language } & (
  | ReceiptOrder
  | ConfirmReturn
  | { about: 'unknown' }
  | { about: 'reference'; reference: string; resendAddress: string; wasAsked: boolean }
  | { about: 'no_tickets'; receiptAddress: string; host: HostToAsk }
  | ({ about: 'trouble' } & WhenItFails)
  | ({ about: 'too_often'; seconds: number } & WhenItFails)
);
