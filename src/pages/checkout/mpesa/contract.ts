import type { Language } from '../../../values/language.ts';

/** Why there is no payment yet, in the words of the page. */
export type MpesaTrouble =
  | 'phone'
  | 'wrong_pin'
  | 'cancelled'
  | 'no_money'
  | 'limit'
  | 'timeout'
  | 'in_process'
  | 'too_often'
  | 'failed';

/** The page on which a buyer has a prompt sent to a phone. Types only. */
export type MpesaPage = { language: Language } & (
  | { about: 'unknown' }
  | { about: 'closed'; backUrl: string }
  | {
      about: 'form' | 'waiting';
      amount: string;
      hostName: string;
      /** As it was typed, or as the order has it; empty where a prompt went out: left so, the next one goes to the same phone. */
      phone: string;
      /** The phone that the prompt went to, with a few digits hidden; null: none was sent. */
      sentTo: string | null;
      trouble: MpesaTrouble | null;
      /** Until another prompt is sent, where that takes a while. */
      waitSeconds: number | null;
      cancelUrl: string;
    }
);
