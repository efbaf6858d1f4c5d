// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  stories: {
    starting: {
      title: string;
      text: string;
    };
    payable: {
      title: string;
      text: string;
    };
    transfer_due: {
      title: string;
      text: string;
    };
    looking: {
      title: string;
      text: string;
    };
    under_way: {
      title: string;
      text: string;
    };
    under_way_late: {
      title: string;
      text: string;
    };
    failed: {
      title: string;
      text: string;
    };
    expired: {
      title: string;
      text: string;
    };
    cancelled: {
      title: string;
      text: string;
    };
    late_returned: {
      title: string;
      text: string;
    };
    late_settled: {
      title: string;
      text: string;
    };
    refunded: {
      title: string;
      text: string;
    };
    tickets_cancelled: {
      title: string;
      text: string;
    };
    passed_on: {
      title: string;
      text: string;
    };
    seat_payable: {
      title: string;
      text: string;
    };
    seat_changed: {
      title: string;
      text: string;
    };
    seat_kept: {
      title: string;
      text: string;
    };
    seat_refunded: {
      title: string;
      text: string;
    };
  };
  storiesOfOne: {
    refunded: {
      title: string;
      text: string;
    };
    tickets_cancelled: {
      title: string;
      text: string;
    };
    passed_on: {
      title: string;
      text: string;
    };
  };
  nothingTaken: string;
  nothingTakenOfCancelled: string;
  someValid: {
    title: (live: number) => string;
    text: (values: { voids: number; count: Value }) => string;
  };
  past: {
    title: (count: number) => string;
    text: (event: Value) => string;
  };
  going: {
    title: string;
    text: (values: { count: number; event: Value }) => string;
    online: (event: Value) => string;
  };
  notices: {
    resent: string;
    too_often: string;
    nothing_to_send: string;
    given_back: string;
    too_late: string;
    used: string;
    nothing_left: string;
    renamed: string;
    rename_refused: string;
    rename_too_often: string;
    no_name: string;
    not_all_yours: string;
    disputed: string;
    answered: string;
    answers_missing: string;
    answers_too_late: string;
    payment_stopped: string;
    invoice_asked: string;
    invoice_unchanged: string;
    invoice_ask_host: string;
    no_invoice: string;
    invoice_wrong: string;
    return_asked: string;
    return_refused: string;
    return_too_often: string;
    return_open: string;
    return_none: string;
    returned: string;
    return_waiting: string;
    return_declined: string;
    return_gone: string;
    return_changed: string;
    passed_on: string;
    pass_on_refused: string;
    pass_on_too_often: string;
    pass_on_same: string;
    no_person: string;
    return_listed: string;
    listing_withdrawn: string;
    listing_in_cart: string;
    listing_sold: string;
    listing_over: string;
  };
  asked: {
    heading: (host: Value) => string;
    newsletter: string;
    about: string;
    needed: string;
    ticket: (values: { number: Value; type: Value; holder: Value }) => string;
    optional: string;
    choose: string;
    save: string;
    yes: string;
  };
  invoices: {
    heading: string;
    invoice: (number: Value) => string;
    creditNote: (number: Value) => string;
    underWay: string;
    reload: string;
    ask: string;
    change: string;
    about: string;
    aboutChange: string;
    askHost: string;
    kept: (years: number) => string;
    send: string;
  };
  eventCancelled: (host: Value) => string;
  move: {
    heading: string;
    from: (when: Value) => string;
    to: (when: Value) => string;
    stayGood: string;
    message: (host: Value) => string;
    giveBack: (count: number) => string;
    until: (when: Value) => string;
    goesBack: (values: { count: number; sum: Value }) => string;
    nothingPaid: (count: number) => string;
    confirm: (count: number) => string;
  };
  returns: {
    heading: string;
    open: string;
    sum: (sum: Value) => string;
    nothing: string;
    about: string;
    send: string;
    waiting: (sum: Value) => string;
    waitingFree: string;
    declined: (reason: Value) => string;
    over: string;
    corrected: string;
    confirm: {
      title: string;
      back: (sum: Value) => string;
      free: string;
      final: string;
      approval: string;
      button: string;
      toOrder: string;
      goneTitle: string;
      gone: string;
    };
    resale: {
      heading: string;
      open: string;
      listed: (position: Value) => string;
      sold: (position: Value) => string;
      withdraw: string;
      title: string;
      back: (sum: Value) => string;
      final: string;
      button: string;
    };
  };
  wait: {
    payBy: (when: Value) => string;
    timeLeft: (clock: Value) => string;
    pay: (sum: Value) => string;
    openAgain: string;
    paidAlready: string;
    mayClose: (email: Value) => string;
  };
  money: {
    heading: string;
    short: {
      under_way: string;
      delayed: string;
      returned: string;
      settled_by_hand: string;
      given_by_host: string;
    };
    outcomes: {
      sum: {
        under_way: (sum: Value) => string;
        returned: (values: { sum: Value; day: Value }) => string;
        settled_by_hand: (values: { sum: Value; day: Value }) => string;
        given_by_host: (values: { sum: Value; day: Value }) => string;
      };
      payment: {
        under_way: (sum: Value) => string;
        returned: (values: { sum: Value; day: Value }) => string;
        settled_by_hand: (values: { sum: Value; day: Value }) => string;
        given_by_host: (values: { sum: Value; day: Value }) => string;
      };
    };
    why: {
      gone: string;
      code_used: string;
      price_changed: string;
      bought_already: string;
      admission_used: string;
      surplus: string;
      mismatch: string;
      paid_more: string;
    };
    patience: string;
    delayed: string;
    byHand: string;
    byHost: string;
  };
  actions: {
    door: string;
    calendar: string;
    pdf: string;
    resend: string;
    onThisPage: string;
    sentTo: (addresses: Value) => string;
    onTheWayTo: (addresses: Value) => string;
    refusedBy: (addresses: Value) => string;
    more: (count: number) => string;
    shop: string;
    tickets: string;
    share: {
      whatsApp: string;
      share: string;
      copy: string;
      copied: string;
    };
  };
  tickets: {
    heading: (count: number) => string;
    pages: string;
    range: (values: { first: Value; last: Value }) => string;
    number: (values: { count: number; position: Value }) => string;
    qrCode: (values: { ticket: Value; typeName: Value; holder: Value }) => string;
    section: string;
    row: string;
    seat: string;
    holder: string;
    shortCode: string;
    next: string;
    rename: {
      open: string;
      first: string;
      last: string;
      stays: string;
      save: string;
    };
    void: string;
    voidSince: (when: Value) => string;
    used: string;
    usedAt: (when: Value) => string;
    passOn: {
      open: string;
      email: string;
      about: string;
      save: string;
    };
  };
  event: {
    when: string;
    where: string;
    map: string;
    hiddenPlace: string;
    host: string;
    ask: string;
    message: (host: Value) => string;
  };
  summary: {
    heading: string;
    receipt: string;
    print: string;
    free: string;
    fees: string;
    discount: string;
    paid: string;
    total: string;
    seller: string;
    taxNumber: (number: Value) => string;
    vat: (rate: Value) => string;
    tax: (values: { name: Value; rate: Value }) => string;
    exempt: (name: Value) => string;
    paidBy: string;
    paidOn: string;
    event: string;
    orderedBy: string;
    orderedOn: string;
    reference: string;
  };
  agreed: {
    terms: string;
    refundPolicy: string;
  };
  unknown: {
    title: string;
    text: string;
  };
  reference: {
    title: string;
    text: (reference: Value) => string;
    asked: string;
    send: string;
  };
  noTickets: {
    title: string;
    text: (link: Value) => string;
    link: string;
  };
  trouble: {
    title: string;
    text: string;
  };
  again: string;
  meanwhile: string;
  tooOften: {
    title: string;
    text: (seconds: number) => string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
