// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  free: string;
  steps: {
    choose: string;
    seats: string;
    details: string;
    pay: string;
    done: string;
  };
  progress: string;
  hostedBy: (host: Value) => string;
  yourTime: (when: Value) => string;
  hostSays: (host: Value) => string;
  draftPreview: string;
  needsJavaScript: string;
  ask: (host: Value) => string;
  terms: {
    accept: (host: Value) => string;
    both: string;
    terms: string;
    refundPolicy: string;
    loading: string;
    failed: string;
  };
  choose: {
    heading: string;
    prices: string;
    plusFees: (fees: Value) => string;
    left: (count: number) => string;
    soldOut: string;
    backAt: (time: Value) => string;
    joinList: string;
    saleEnded: string;
    comingSoon: string;
    from: (when: Value) => string;
    most: (count: number) => string;
    noMore: string;
    less: (name: Value) => string;
    more: (name: Value) => string;
    count: (values: { count: Value; name: Value }) => string;
    continue: string;
    nothing: string;
    noSeats: string;
    shrunk: (values: { count: number; name: Value }) => string;
  };
  saleStarts: (when: Value) => string;
  otherEvents: (host: Value) => string;
  states: {
    coming_soon: {
      title: string;
      text: string;
    };
    sold_out: {
      title: string;
      text: string;
    };
    sale_ended: {
      title: string;
      text: string;
    };
    ended: {
      title: string;
      text: string;
    };
    cancelled: {
      title: string;
      text: string;
    };
  };
  promo: {
    question: string;
    label: string;
    apply: string;
    remove: string;
    applied: (code: Value) => string;
    later: string;
    notTaken: (values: { code: Value; why: Value }) => string;
    problems: {
      unknown: string;
      other_tickets: string;
      not_now: string;
      any: string;
    };
    goOn: string;
    wentOn: (total: Value) => string;
  };
  summary: {
    heading: string;
    empty: string;
    fees: string;
    discount: string;
    total: string;
    tickets: (count: number) => string;
  };
  seats: {
    heading: string;
    loading: string;
  };
  details: {
    heading: string;
    about: string;
    firstName: string;
    lastName: string;
    email: string;
    phone: string;
    optional: string;
    meant: (address: Value) => string;
    phoneHint: (sample: Value) => string;
    split: string;
    splitAbout: string;
    ticket: (values: { number: Value; name: Value }) => string;
    mine: string;
    back: string;
    pay: (total: Value) => string;
    confirm: string;
    wrong: (count: number) => string;
    priceChanged: (total: Value) => string;
  };
  fields: {
    missing: {
      firstName: string;
      lastName: string;
      email: string;
    };
    guestMissing: {
      firstName: string;
      lastName: string;
      email: string;
    };
    nameTooLong: string;
    nameWrong: string;
    emailWrong: string;
    phoneWrong: (sample: Value) => string;
  };
  questions: {
    choose: string;
    problems: {
      missing: string;
      too_long: string;
      other_choice: string;
    };
  };
  hold: {
    left: (clock: Value) => string;
    minutesLeft: (minutes: number) => string;
    moreTime: string;
    ended: string;
    again: string;
    heldAgain: string;
  };
  payment: {
    ways: string;
    names: {
      card: string;
      bank_transfer: string;
      ussd: string;
      mobile_money: string;
      eft: string;
      paypal: string;
    };
    onPageOf: (gateway: Value) => string;
    onTestPage: string;
  };
  calendar: string;
  pay: {
    heading: string;
    checking: string;
    byEmail: string;
  };
  trouble: {
    retry: string;
    offline: string;
    slow: string;
    picker: string;
  };
  errors: {
    sum_not_payable: string;
    tickets_unavailable: string;
    quantity_limit: string;
    too_many_held: string;
    unknown_ticket: string;
    validation_failed: string;
    reservation_expired: string;
    quote_mismatch: string;
    order_exists: string;
    order_in_progress: string;
    not_found: string;
    rate_limited: string;
    payment_gateway_error: string;
    internal_error: string;
    unavailable: string;
    transfers_unpaid: string;
    transfers_full: string;
    transfer_not_offered: string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
