// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../languages/load-texts.ts';
import type { Language } from '../../values/language.ts';

export type Texts = {
  free: string;
  online: string;
  placeToCome: string;
  presents: (host: Value) => string;
  times: (values: { starts: Value; ends: Value }) => string;
  agreed: {
    both: string;
    terms: string;
    refundPolicy: string;
  };
  pdf: {
    file: string;
    title: (event: Value) => string;
    where: string;
    map: string;
    admits: string;
    ticket: string;
    seat: string;
    paid: string;
    order: string;
    position: (values: { number: Value; count: Value }) => string;
    showCode: string;
    yourCode: string;
    shortCode: string;
    poster: (event: Value) => string;
    code: (shortCode: Value) => string;
    keepCode: string;
    soldBy: (host: Value) => string;
    taxNumber: (number: Value) => string;
    ask: (address: Value) => string;
  };
  calendar: {
    by: (host: Value) => string;
    saleStarts: (event: Value) => string;
    inEmail: (reference: Value) => string;
    map: (url: Value) => string;
    lostEmail: (orderUrl: Value) => string;
  };
  timesWithDoors: (values: { doors: Value; starts: Value; ends: Value }) => string;
  payment: {
    label: string;
    methodAt: (values: { method: Value; gateway: Value }) => string;
    names: {
      card: string;
      bank: string;
      bank_transfer: string;
      ussd: string;
      mobile_money: string;
      eft: string;
      wallet: string;
      paypal: string;
      cash: string;
      other: string;
      sandbox: string;
    };
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
