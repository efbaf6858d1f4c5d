// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../languages/load-texts.ts';
import type { Language } from '../../../values/language.ts';

export type Texts = {
  shell: {
    dashboard: string;
    skip: string;
    needsScript: string;
    navigation: string;
    more: string;
    moreTitle: string;
    newEvent: string;
    pages: {
      home: string;
      events: string;
      orders: string;
      guests: string;
      checkIn: string;
      reports: string;
      invoices: string;
      seatingPlans: string;
      keys: string;
      paymentAccounts: string;
      team: string;
      settings: string;
      audit: string;
    };
    shortPages: {
      home: string;
      events: string;
      orders: string;
      guests: string;
      checkIn: string;
      reports: string;
      invoices: string;
      seatingPlans: string;
      keys: string;
      paymentAccounts: string;
      team: string;
      settings: string;
      audit: string;
    };
    roles: {
      owner: string;
      manager: string;
      finance: string;
      door: string;
      support: string;
    };
    switchHost: string;
    yourHosts: string;
    newHost: string;
    findHost: string;
    noSuchHost: string;
    account: string;
    yourAccount: string;
    signOut: string;
    search: string;
    loading: string;
    confirmEmail: (email: Value) => string;
    sendAgain: string;
    sentAgain: string;
    support: {
      label: string;
      yours: (until: Value) => string;
      asked: (email: Value) => string;
      under_way: (values: { email: Value; until: Value }) => string;
      decide: string;
      end: string;
    };
  };
  search: {
    title: string;
    label: string;
    placeholder: string;
    pages: string;
    events: string;
    orders: string;
    allOrders: (text: Value) => string;
    none: (text: Value) => string;
    count: (count: number) => string;
    failed: string;
    close: string;
    yourAccount: string;
  };
  parts: {
    noChart: string;
    cancel: string;
    close: string;
    save: string;
    saved: string;
    undo: string;
    optional: string;
    dismiss: string;
    messages: string;
    copy: string;
    withColon: (values: { before: Value; after: Value }) => string;
    open: string;
    justNow: string;
    copied: string;
    copyFailed: string;
    reveal: string;
    hide: string;
    actions: string;
    actionsOf: (name: Value) => string;
    showMore: string;
    filters: string;
    clearFilters: string;
    moreFilters: string;
    all: string;
    characters: (values: { used: number; limit: number }) => string;
    working: string;
    noAmount: (example: Value) => string;
    amountWithin: (values: { from: Value; to: Value }) => string;
    wrongFields: (count: number) => string;
    offline: string;
    slow: string;
    failed: string;
    leave: {
      title: string;
      text: string;
      stay: string;
      leave: string;
    };
    tax: {
      usual: string;
      zero: string;
      exempt: string;
    };
    conflict: {
      title: string;
      text: string;
      merged: string;
      field: string;
      yours: string;
      theirs: string;
      empty: string;
      yes: string;
      no: string;
    };
    moment: {
      skipped: (values: { asked: Value; counts: Value }) => string;
      twice: (asked: Value) => string;
      first: string;
      second: string;
      changes: (values: { day: Value; before: Value; after: Value }) => string;
      readYear: (values: { typed: Value; read: Value }) => string;
      wrongYear: (typed: Value) => string;
      endFirst: string;
      endMoved: string;
      endNextDay: string;
      lastsHours: (count: number) => string;
      lastsDays: (count: number) => string;
      areHoursRight: (count: number) => string;
      areDaysRight: (count: number) => string;
    };
    kept: {
      offer: (when: Value) => string;
      putBack: string;
      forget: string;
    };
    secondStep: {
      title: string;
      text: string;
      code: string;
      codeHint: string;
      confirm: string;
      passkey: string;
      passkeyFailed: string;
    };
    passwordAgain: {
      title: string;
      text: string;
      password: string;
      confirm: string;
    };
    factor: {
      title: string;
      text: string;
      setUp: string;
      typed: string;
      setUpBeside: string;
      goOn: string;
    };
    signIn: {
      title: string;
      text: string;
      signIn: string;
    };
  };
  trouble: {
    home: string;
    again: string;
    not_found: {
      title: string;
      text: string;
    };
    not_allowed: {
      title: string;
      text: string;
    };
    host_suspended: {
      title: string;
      text: string;
    };
    too_often: {
      title: string;
      text: string;
    };
    failed: {
      title: string;
      text: string;
    };
    offline: {
      title: string;
      text: string;
    };
  };
  live: {
    live: string;
    stale: string;
    sumUp: string;
    summaryOfCancelled: (values: { sold: number; net: Value }) => string;
    summary: (values: { sold: number; held: number; left: number; net: Value }) => string;
  };
  figures: {
    sold: string;
    wereSold: string;
    held: string;
    heldNote: string;
    left: string;
    orders: string;
    fees: string;
    refunds: string;
    ofCapacity: (capacity: Value) => string;
    net: string;
    feesNote: (fees: Value) => string;
    moneyNote: (values: { fees: Value; refunded: Value }) => string;
    uncounted: string;
  };
  event: {
    back: string;
    pagesOf: string;
    setUp: string;
    setUpOf: string;
    preview: string;
    pages: {
      overview: string;
      orders: string;
      guests: string;
      checkIn: string;
      waitingRoom: string;
      waitingList: string;
      messages: string;
      details: string;
      pictures: string;
      tickets: string;
      seats: string;
      questions: string;
      translations: string;
      promoCodes: string;
      returns: string;
      embed: string;
      integrations: string;
      cancel: string;
    };
    states: {
      draft: string;
      coming_soon: string;
      on_sale: string;
      sold_out: string;
      sale_ended: string;
      no_tickets: string;
      ended: string;
      cancelled: string;
    };
    typeStates: {
      AVAILABLE: string;
      SOLD_OUT: string;
      COMING_SOON: string;
      SALE_ENDED: string;
    };
    notOnSale: string;
    types: string;
    type: string;
    status: string;
    price: string;
    addresses: string;
    page: string;
    checkout: string;
    api: string;
  };
  order: {
    states: {
      processing: string;
      failed: string;
      pending_payment: string;
      confirmed: string;
      expired: string;
      cancelled: string;
      refunded: string;
      partially_refunded: string;
    };
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
