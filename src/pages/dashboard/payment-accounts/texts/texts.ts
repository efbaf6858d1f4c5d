// `npm run texts` writes this file after en.json.
import { loadTexts, type Value } from '../../../../languages/load-texts.ts';
import type { Language } from '../../../../values/language.ts';

export type Texts = {
  title: string;
  intro: string;
  introForFinance: string;
  currencies: string;
  currency: string;
  takenBy: string;
  key: string;
  checked: string;
  status: string;
  until: string;
  none: string;
  sandbox: string;
  nobody: string;
  neverChecked: string;
  keyEnd: (end: Value) => string;
  live: string;
  test: string;
  cantSell: string;
  unreadable: string;
  takenByNone: (currency: Value) => string;
  gateways: string;
  gatewaysIntro: string;
  gateway: string;
  takes: string;
  takesMore: (values: { codes: Value; count: number }) => string;
  connectGateway: (gateway: Value) => string;
  sandboxIntro: string;
  callbacks: string;
  noCallback: string;
  callbackMissing: string;
  earlier: string;
  earlierIntro: string;
  seeGuide: string;
  connectButton: string;
  connected: (values: { gateway: Value; currency: Value }) => string;
  replaces: (values: { gateway: Value; currency: Value }) => string;
  writeOnly: string;
  disable: string;
  disableTitle: (values: { gateway: Value; currency: Value }) => string;
  disableText: (values: { hasSandbox: boolean; currency: Value }) => string;
  disableButton: string;
  wasDisabled: (values: { gateway: Value; currency: Value }) => string;
  moveUp: string;
  moveDown: string;
  wasMoved: (gateway: Value) => string;
  connectBeside: (gateway: Value) => string;
  beside: (gateways: Value) => string;
  disableOneText: string;
  down: string;
  methods: {
    card: string;
    bank_transfer: string;
    ussd: string;
    mobile_money: string;
    eft: string;
    paypal: string;
  };
  secrets: {
    secretKey: {
      label: string;
      startsWith: {
        paystack: string;
        flutterwave: string;
        stripe: string;
        mpesa: string;
        mollie: string;
        paypal: string;
      };
    };
    secretHash: {
      label: string;
      ofStep: string;
    };
    webhookSecret: {
      label: string;
      startsWith: string;
    };
    consumerKey: {
      label: string;
      mpesa: string;
    };
    shortcode: {
      label: string;
      mpesa: string;
    };
    tillNumber: {
      label: string;
      mpesa: string;
    };
    passkey: {
      label: string;
      mpesa: string;
    };
    initiator: {
      label: string;
      mpesa: string;
    };
    securityCredential: {
      label: string;
      mpesa: string;
    };
    clientId: {
      label: string;
    };
    publicKey: {
      label: string;
      startsWith: {
        flutterwave: string;
        stripe: string;
      };
    };
  };
  bankTransfer: string;
};

export const textsIn = loadTexts(import.meta.dirname) as (language: Language) => Texts;
