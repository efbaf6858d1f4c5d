import { textsWith } from '../texts/page-texts.ts';
import { guide } from './guide-texts.ts';

const paymentAccounts = {
  title: 'Payment accounts',
  intro:
    'Buyers pay into your own account at a payment gateway: one account per currency. We check its keys with the gateway, encrypt them, and never show them again.',
  introForFinance: 'The accounts that receive your buyers’ payments. Only owners can change them.',
  currencies: 'Currencies',
  currency: 'Currency',
  takenBy: 'Gateway',
  key: 'Key',
  checked: 'Checked',
  status: 'Status',
  until: 'Used until',
  none: '–',
  sandbox: 'Sandbox (development only)',
  nobody: 'None yet',
  neverChecked: 'Never',
  keyEnd: (end: string) => `…${end}`,
  live: 'Live',
  test: 'Test',
  cantSell: 'Not sellable',
  unreadable: 'Unreadable',
  takenByNone: (currency: string) =>
    `None of the gateways takes ${currency}, the currency of your events. You can give tickets for free, and sell them for money at the counter.`,
  gateways: 'Gateways',
  gatewaysIntro: 'Choose the one you have an account with. Its page leads you through every step.',
  gateway: 'Gateway',
  takes: 'Currencies',
  takesSome: (codes: readonly string[]) =>
    codes.length > 8 ? `${codes.slice(0, 4).join(', ')} and ${codes.length - 4} others` : codes.join(', '),
  connectGateway: (gateway: string) => `Connect ${gateway}`,
  sandboxIntro:
    'On this development server, the sandbox takes all other currencies. It needs no account and moves no money.',
  callbacks: 'First callback',
  noCallback: 'None yet',
  callbackMissing: 'Missing',
  earlier: 'Earlier accounts',
  earlierIntro:
    'We use these only to check and refund earlier payments. Keep their keys valid at the gateway.',
  seeGuide: 'Keys and callbacks',
  connectButton: 'Check and connect',
  connected: (gateway: string, currency: string) => `${gateway} now receives your payments in ${currency}.`,
  replaces: (gateway: string, currency: string) =>
    `${gateway} receives ${currency} now. New orders use the new account within seconds. Earlier payments and their refunds stay with the old one: keep its key valid at the gateway.`,
  writeOnly:
    'We check the key with the gateway, then encrypt it: nobody can read it here again. All owners get an e-mail.',
  disable: 'Disable',
  disableTitle: (gateway: string, currency: string) => `Disable ${gateway} for ${currency}?`,
  disableText: (currency: string, hasSandbox: boolean) =>
    `${
      hasSandbox
        ? `The sandbox will receive ${currency}, within seconds.`
        : `Within seconds, nobody can pay in ${currency}: your events sell only free tickets.`
    } To use the account again, you must enter its keys again. You can still refund its payments.`,
  disableButton: 'Disable account',
  wasDisabled: (gateway: string, currency: string) =>
    `${gateway} no longer receives payments in ${currency}.`,
  secrets: {
    secretKey: {
      label: 'Secret key',
      hint: {
        paystack: 'Starts with sk_test_ or sk_live_.',
        flutterwave: 'Starts with FLWSECK.',
        stripe: 'Starts with sk_ or rk_.',
      },
    },
    secretHash: {
      label: 'Secret hash',
      hint: { paystack: '', flutterwave: 'The one from step 1.', stripe: '' },
    },
    webhookSecret: {
      label: 'Signing secret',
      hint: { paystack: '', flutterwave: '', stripe: 'Starts with whsec_.' },
    },
  },
};

const en = { paymentAccounts, guide };

export const usePaymentAccountsTexts = textsWith({ en, fr: en });
export type PaymentAccountsTexts = ReturnType<typeof usePaymentAccountsTexts>;
