// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  attention: string;
  since: string;
  due: string;
  said: (text: Value) => string;
  troubles: {
    disputed: {
      what: (subject: Value) => string;
      todo: string;
      go: string;
    };
    return_waiting: {
      what: (subject: Value) => string;
      todo: string;
      go: string;
    };
    refund_refused: {
      what: (subject: Value) => string;
      todo: string;
      go: string;
    };
    receiver_failing: {
      what: (values: { count: number; subject: Value }) => string;
      todo: string;
      go: string;
    };
    delivery_given_up: {
      what: (values: { count: number; subject: Value }) => string;
      todo: string;
      go: string;
    };
    mail_not_sent: {
      what: (subject: Value) => string;
      todo: string;
      go: string;
    };
    job_set_aside: {
      what: (subject: Value) => string;
      todo: string;
      go: string;
    };
    no_payment_account: {
      what: (subject: Value) => string;
      todo: string;
      go: string;
    };
    price_not_taken: {
      what: (subject: Value) => string;
      todo: string;
      go: string;
    };
    no_callback: {
      what: (subject: Value) => string;
      todo: string;
      go: string;
    };
    gateway_down: {
      what: (subject: Value) => string;
      todo: string;
      go: string;
    };
    email_not_confirmed: {
      what: (subject: Value) => string;
      todo: string;
      go: string;
    };
    no_factor: {
      what: string;
      todo: string;
      go: string;
    };
  };
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
