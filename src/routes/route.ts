import type { Power } from '../powers.ts';

/** An address that the product answers, and what is true of it. HEAD is answered wherever GET is, but not by streams. */
export type Route<Path extends string = string> = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Known to the compiler too: pages get its parameters typed. */
  readonly path: Path;
  /** The secret or signature that a caller needs to get anything. */
  readonly calledWith:
    | 'nothing'
    | 'public key'
    | 'reservation token'
    | 'receipt token'
    | 'return token'
    /** Names one payment to the document that shows it in the checkout's frame. */
    | 'payment code'
    /** A place in a waiting room's line. */
    | 'place token'
    | 'payment id'
    /** Of a payment with M-Pesa: its page, or one of its callbacks. */
    | 'payment token'
    | 'sandbox key'
    | 'signature'
    | 'mailed token'
    /** A phone at a door: the link that pairs it, and then its token. */
    | 'device link'
    | 'device token'
    /** A ticket in a wallet: what the pass, or the link to it, was given. */
    | 'pass token'
    | 'session'
    /** Signed in by password, with the second factor still to come. */
    | 'unfinished session';
  /** The power that the signed-in member needs; null if it is about no host. */
  readonly power: Power | null;
  /** The member has passed the second factor within the last minutes. */
  readonly needsSecondStep: boolean;
  /** A larger body is refused unread. 0: the method has no body. */
  readonly maxBodyBytes: number;
  /** Answered in a stampede too: it would cost a sale, is cheap, or has a bounded queue of its own. */
  readonly servedUnderOverload: boolean;
  /** Open for as long as a page is, or a file takes to arrive: with a cap of its own. */
  readonly isStream: boolean;
  /** Scripts of any site may call it and read the answer (CORS). */
  readonly allowsOtherSites: boolean;
  /** Not there in production. */
  readonly isDevelopmentOnly: boolean;
};

type Facts = Omit<Route, 'method' | 'path'>;

const PLAIN: Facts = {
  calledWith: 'nothing',
  power: null,
  needsSecondStep: false,
  maxBodyBytes: 0,
  servedUnderOverload: false,
  isStream: false,
  allowsOtherSites: false,
  isDevelopmentOnly: false,
};

export const KIB = 1024;
// A form with nothing in it, or the empty object that some clients send.
export const NO_BODY = { maxBodyBytes: KIB };
// A long password and long names in any script, as a form writes them: three characters for a byte.
export const ENTRANCE_BODY = { maxBodyBytes: 16 * KIB };
// A few fields, as a person fills them in.
export const FORM_BODY = { maxBodyBytes: 4 * KIB };
// An authenticator's signature, with a public key of the largest kind.
export const PASSKEY_BODY = { maxBodyBytes: 16 * KIB };
// A description of 2,000 characters in any script, written as JSON; or the ends of fifty sales.
export const TICKET_TYPE_BODY = { maxBodyBytes: 32 * KIB };
// Fifty items, or fifty seats, are 5 KiB.
export const CART_BODY = { maxBodyBytes: 16 * KIB };
// A member with 500 chosen events.
export const TEAM_BODY = { maxBodyBytes: 32 * KIB };
// An order with metadata is under 8 KiB. One with a recipient for each of 200 tickets takes the rest.
export const ORDER_BODY = { maxBodyBytes: 64 * KIB };
// The same with what the host asks: twenty short answers for each of fifty tickets, or some long ones.
export const ANSWERED_ORDER_BODY = { maxBodyBytes: 192 * KIB };
// Twenty answers for each of ten tickets, in any script as a form writes it. One that is all long texts is sent ticket by ticket.
export const RECEIPT_ANSWERS_BODY = { maxBodyBytes: 256 * KIB };
// Fifty ticket types, and for each of 1,000 tickets a seat and as what it is sold.
export const HOST_ORDER_BODY = { maxBodyBytes: 192 * KIB };
// A company with its address, in any script as a form writes it.
export const INVOICE_BODY = { maxBodyBytes: 16 * KIB };
// An address of two thousand characters in any script.
export const ADDRESS_BODY = { maxBodyBytes: 16 * KIB };
// All that a gateway, or we ourselves, know of a purchase.
export const CALLBACK_BODY = { maxBodyBytes: 64 * KIB };

// Fifty sites of 300 characters.
export const EMBED_BODY = { maxBodyBytes: 32 * KIB };
// Terms and a refund policy of 25,000 characters, in the longest of scripts, and fifty sites.
export const SETTINGS_BODY = { maxBodyBytes: 128 * KIB };

// The tickets of the largest order, chosen one by one, and a reason.
export const REFUND_BODY = { maxBodyBytes: 32 * KIB };
// News for all holders of an event: 1,000 characters in the longest of scripts.
export const NEWS_BODY = { maxBodyBytes: 16 * KIB };
// A message of 5,000 characters in the longest of scripts, written as JSON or by a form, and two hundred ticket types.
export const MESSAGE_BODY = { maxBodyBytes: 64 * KIB };
// A promo code for each of two hundred ticket types.
export const PROMO_BODY = { maxBodyBytes: 16 * KIB };
// A door for two hundred ticket types.
export const DOOR_BODY = { maxBodyBytes: 16 * KIB };
// A list of twenty thousand seats, as a spreadsheet saves it, with each line break and quote escaped.
export const LIST_BODY = { maxBodyBytes: 4 * KIB * KIB };
// A seating plan of eight million characters, half of which are quotes at most.
export const PLAN_BODY = { maxBodyBytes: 12 * KIB * KIB };
// Fifty categories, each on seats and on standing areas, with a new ticket type of 200 characters in the longest of scripts for each.
export const USE_PLAN_BODY = { maxBodyBytes: 128 * KIB };
// A description of 20,000 characters, in the longest of scripts, and fifty headliners.
export const DETAILS_BODY = { maxBodyBytes: 192 * KIB };
// All texts of an event with fifty ticket types and twenty questions with thirty choices, in the longest of scripts.
export const TRANSLATION_BODY = { maxBodyBytes: KIB * KIB };
// A photo as a phone or a camera makes it.
export const PICTURE_BODY = { maxBodyBytes: 20 * KIB * KIB };

type WithBody = Partial<Facts> & Pick<Facts, 'maxBodyBytes'>;

export const get = <Path extends string>(path: Path, facts: Partial<Facts> = {}): Route<Path> => ({
  method: 'GET',
  path,
  ...PLAIN,
  ...facts,
});
export const post = <Path extends string>(path: Path, facts: WithBody): Route<Path> => ({
  method: 'POST',
  path,
  ...PLAIN,
  ...facts,
});
export const patch = <Path extends string>(path: Path, facts: WithBody): Route<Path> => ({
  method: 'PATCH',
  path,
  ...PLAIN,
  ...facts,
});
export const remove = <Path extends string>(path: Path, facts: Partial<Facts>): Route<Path> => ({
  method: 'DELETE',
  path,
  ...PLAIN,
  ...NO_BODY,
  ...facts,
});

// In a stampede the API goes on: its reads come from memory, and holds and orders have queues of their own, in the embed too.
// So does word of a payment. What is left are pages, which cost the most.
export const API: Partial<Facts> = {
  calledWith: 'public key',
  servedUnderOverload: true,
  allowsOtherSites: true,
};
export const CART: Partial<Facts> = { calledWith: 'reservation token', servedUnderOverload: true };
// People in line ask for little, and have nowhere else to go: this keeps a stampede from the rest.
export const WAITING: Partial<Facts> = { servedUnderOverload: true };
export const PLACE: Partial<Facts> = { calledWith: 'place token', servedUnderOverload: true };
export const RECEIPT: Partial<Facts> = { calledWith: 'receipt token' };
export const PASS: Partial<Facts> = { calledWith: 'pass token' };
export const DEVELOPMENT: Partial<Facts> = { isDevelopmentOnly: true };
export const PAY_PAGE: Partial<Facts> = { ...DEVELOPMENT, calledWith: 'payment id' };
export const SANDBOX: Partial<Facts> = {
  ...DEVELOPMENT,
  calledWith: 'sandbox key',
  servedUnderOverload: true,
};

/** Something of a host's, for members whose role has the power. */
export const by = (power: Power): Partial<Facts> => ({ calledWith: 'session', power });
/** The same, with a fresh second step. */
export const byWithStep = (power: Power): Partial<Facts> => ({ ...by(power), needsSecondStep: true });
/** The person's own things. */
export const SIGNED_IN: Partial<Facts> = { calledWith: 'session' };
/** Called with the link of an e-mail. */
export const MAILED: Partial<Facts> = { calledWith: 'mailed token' };
/** A phone at a door that has paired. */
export const DEVICE: Partial<Facts> = { calledWith: 'device token', servedUnderOverload: true };
/** For who has given the password, and the second factor not yet. */
export const UNFINISHED: Partial<Facts> = { calledWith: 'unfinished session' };
export const HOST = '/dashboard/hosts/:hostId';
export const EVENT = `${HOST}/events/:eventId` as const;
