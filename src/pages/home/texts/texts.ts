// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../languages/load-texts.ts';
import type { Language } from '../../../values/language.ts';

export type Texts = {
  title: string;
  headline: string;
  lead: string;
  buyers: {
    title: string;
    found: string;
    sender: (address: Value) => string;
    lost: string;
    buy: string;
    event: string;
    mailbox: string;
  };
  hosts: {
    title: string;
    about: string;
    things: string[];
    dashboard: string;
    signUp: string;
    closed: string;
  };
  integrators: {
    title: string;
    about: string;
    reference: string;
    quickstart: string;
    embed: string;
    webhooks: string;
    document: string;
    shop: string;
  };
  facts: {
    name: string;
    text: string;
  }[];
  status: string;
  foot: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
