// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../languages/load-texts.ts';
import type { Language } from '../../../values/language.ts';

export type Texts = {
  seeOrder: string;
  seeTickets: string;
  yourOrder: (receiptUrl: Value) => string;
  ask: (host: Value) => string;
  askAt: (host: Value) => string;
  newsOf: (host: Value) => string;
  writes: (host: Value) => string;
  unsubscribe: string;
  unsubscribeAt: (url: Value) => string;
  tickets: {
    subject: (values: { count: number; event: Value }) => string;
    preview: (values: { count: number; date: Value }) => string;
    poster: (event: Value) => string;
    toBuyer: (values: { count: number; name: Value }) => string;
    toGuest: (values: { count: number; name: Value; buyer: Value }) => string;
    renamed: (values: { position: Value; host: Value }) => string;
    moved: (values: { host: Value; from: Value; to: Value }) => string;
    replacement: string;
    asks: string;
    answer: string;
    when: string;
    where: string;
    map: string;
    directions: string;
    join: string;
    code: (number: Value) => string;
    shortCode: string;
    allInPdf: (count: number) => string;
    allOnPage: (count: number) => string;
    discount: string;
    fees: string;
    total: string;
    footer: (reference: Value) => string;
    files: {
      code: string;
      poster: string;
    };
  };
  taxes: {
    vat: (rate: Value) => string;
    tax: (values: { name: Value; rate: Value }) => string;
    exempt: (name: Value) => string;
    line: (values: { name: Value; amount: Value }) => string;
  };
  plain: {
    by: (host: Value) => string;
    when: (when: Value) => string;
    where: (place: Value) => string;
    ticket: (values: { number: Value; what: Value; name: Value; shortCode: Value }) => string;
    codes: string;
    asks: (receiptUrl: Value) => string;
    total: (amount: Value) => string;
    order: (reference: Value) => string;
  };
  money: {
    amount: string;
    refund: string;
    order: string;
    fact: (values: { name: Value; value: Value }) => string;
    link: (values: { name: Value; url: Value }) => string;
    wait: string;
    footer: (host: Value) => string;
  };
  returned: {
    title: (amount: Value) => string;
    news: (values: { name: Value; amount: Value; event: Value }) => string;
    why: {
      gone: string;
      code_used: string;
      price_changed: string;
      bought_already: string;
      admission_used: string;
      surplus: string;
      mismatch: string;
    };
    seatNotChanged: string;
    eventCancelled: string;
  };
  refunded: {
    title: (amount: Value) => string;
    news: (values: { name: Value; host: Value; amount: Value; event: Value }) => string;
    settledByHand: (values: { name: Value; host: Value; amount: Value; event: Value }) => string;
    byHost: (values: { name: Value; host: Value; amount: Value; event: Value }) => string;
    ticket: (values: { number: Value; type: Value }) => string;
    gone: (values: { count: number; tickets: Value }) => string;
    kept: (count: number) => string;
    ask: (host: Value) => string;
    askHow: (host: Value) => string;
  };
  passedOn: {
    title: (event: Value) => string;
    news: (values: { host: Value; event: Value }) => string;
    byBuyer: (event: Value) => string;
    dead: string;
    ask: (host: Value) => string;
    ticket: string;
  };
  addressChanged: {
    title: (event: Value) => string;
    news: (values: { host: Value; event: Value }) => string;
    dead: string;
    ask: (host: Value) => string;
  };
  seatChangeDue: {
    title: (event: Value) => string;
    news: (values: { name: Value; host: Value; event: Value }) => string;
    what: (amount: Value) => string;
    ask: (host: Value) => string;
    seat: string;
    pay: string;
    paid: (values: { name: Value; amount: Value; event: Value }) => string;
    toHolder: string;
  };
  voided: {
    title: (values: { count: number; event: Value }) => string;
    news: (values: { count: number; name: Value; host: Value; event: Value }) => string;
    noMoney: string;
  };
  cancelled: {
    title: (event: Value) => string;
    news: (values: { name: Value; host: Value; event: Value; date: Value }) => string;
    goesBack: (amount: Value) => string;
    hostGivesBack: (values: { host: Value; amount: Value }) => string;
    wentBack: string;
    free: string;
    guest: (buyer: Value) => string;
    wasOn: string;
  };
  postponed: {
    title: (event: Value) => string;
    news: (values: { name: Value; host: Value; event: Value; date: Value }) => string;
    stayGood: string;
    offer: (until: Value) => string;
    offerFree: (until: Value) => string;
    guest: (buyer: Value) => string;
    askHost: (host: Value) => string;
    now: string;
    before: string;
  };
  message: {
    kicker: (host: Value) => string;
    event: string;
    when: string;
    toBuyer: (values: { event: Value; host: Value }) => string;
    toGuest: (values: { event: Value; host: Value }) => string;
    test: (subject: Value) => string;
  };
  returns: {
    askedTitle: (event: Value) => string;
    asked: (values: { name: Value; event: Value; tickets: Value }) => string;
    youGet: (amount: Value) => string;
    free: string;
    link: string;
    ignore: string;
    button: string;
    title: (event: Value) => string;
    news: (values: { name: Value; event: Value; tickets: Value }) => string;
    guest: (values: { name: Value; buyer: Value; event: Value; tickets: Value }) => string;
    goesBack: (amount: Value) => string;
    byHost: (values: { host: Value; amount: Value }) => string;
    declinedTitle: (event: Value) => string;
    declined: (values: { name: Value; host: Value; event: Value; tickets: Value }) => string;
    resaleTitle: (event: Value) => string;
    resale: (values: { name: Value; event: Value; tickets: Value }) => string;
    onceSold: (amount: Value) => string;
    soldTitle: (event: Value) => string;
    sold: (values: { name: Value; event: Value; tickets: Value }) => string;
    notSoldTitle: (event: Value) => string;
    notSold: (values: { name: Value; event: Value; tickets: Value }) => string;
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
