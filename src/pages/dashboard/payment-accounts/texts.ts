import { textsWith } from '../texts/page-texts.ts';

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
  gateways: 'Gateways',
  gatewaysIntro: 'Enter the callback address at your gateway, so that it can tell us when somebody has paid.',
  gateway: 'Gateway',
  takes: 'Currencies',
  callback: 'Callback address',
  callbackOf: (gateway: string) => `Callback address for ${gateway}`,
  earlier: 'Earlier accounts',
  earlierIntro:
    'We use these only to check and refund earlier payments. Keep their keys valid at the gateway.',
  connect: 'Connect account',
  replace: 'Replace',
  connectTitle: 'Connect a payment account',
  connectButton: 'Check and connect',
  chooseCurrency: 'Choose a currency',
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
  steps: {
    paystack: {
      callback: 'At Paystack, under Settings, API Keys & Webhooks, enter this as the webhook URL:',
      secrets: 'Copy the secret key from the same page.',
    },
    flutterwave: {
      callback: 'At Flutterwave, under Settings, Webhooks, enter this as the URL:',
      secrets:
        'Choose a long secret hash, and enter it there and here. The secret key is under Settings, API Keys.',
    },
    stripe: {
      callback: 'At Stripe, under Developers, Webhooks, add an endpoint with this URL:',
      events: 'Select these events:',
      secrets:
        'Copy the endpoint’s signing secret, and a secret key; a restricted one needs Checkout Sessions and Refunds (write) and Charges (read).',
    },
  },
  stripeEvents: [
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
    'refund.updated',
  ],
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
      hint: { paystack: '', flutterwave: 'The one you entered under Webhooks.', stripe: '' },
    },
    webhookSecret: {
      label: 'Signing secret',
      hint: { paystack: '', flutterwave: '', stripe: 'Starts with whsec_.' },
    },
  },
};

const en = { paymentAccounts };

export const usePaymentAccountsTexts = textsWith({ en, fr: en });
export type PaymentAccountsTexts = ReturnType<typeof usePaymentAccountsTexts>;
