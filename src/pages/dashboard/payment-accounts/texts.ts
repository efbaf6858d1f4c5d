import { textsWith } from '../texts/page-texts.ts';

const paymentAccounts = {
  title: 'Payment accounts',
  intro:
    'Your buyers pay to your own account at a gateway. One account takes each currency; its secrets are checked with the gateway, sealed, and never shown again.',
  introForFinance: 'Which account takes the payments of your buyers, currency by currency. Owners change it.',
  currencies: 'Currencies',
  currency: 'Currency',
  takenBy: 'Taken by',
  key: 'Key',
  checked: 'Checked',
  status: 'Status',
  until: 'In use until',
  none: '–',
  sandbox: 'Sandbox (development only)',
  nobody: 'Nobody yet',
  neverChecked: 'Never',
  keyEnd: (end: string) => `…${end}`,
  live: 'Live',
  test: 'Test',
  cantSell: 'Can’t be sold in',
  unreadable: 'Can’t be opened',
  gateways: 'Gateways',
  gatewaysIntro:
    'What each gateway takes, and the address that you enter there, so that it can say when somebody has paid.',
  gateway: 'Gateway',
  takes: 'Takes',
  callback: 'Callback address',
  callbackOf: (gateway: string) => `Callback address for ${gateway}`,
  earlier: 'Earlier accounts',
  earlierIntro:
    'No new payment is made with these. Payments that were are still looked up and refunded with them, so leave their keys valid at the gateway.',
  connect: 'Connect an account',
  replace: 'Replace it',
  connectTitle: 'Connect a payment account',
  connectButton: 'Check and connect',
  chooseCurrency: 'Choose a currency',
  connected: (gateway: string, currency: string) => `${gateway} takes your payments in ${currency} now.`,
  replaces: (gateway: string, currency: string) =>
    `${gateway} takes ${currency} now. New orders go to the new account within seconds. Payments under way are finished, and refunded, with the old one: leave its key valid at the gateway.`,
  writeOnly:
    'The key is checked with the gateway first. Then all of this is sealed: nobody can read it here again, and all owners get an e-mail.',
  disable: 'Disable',
  disableTitle: (gateway: string, currency: string) => `Disable ${gateway} for ${currency}?`,
  disableText: (currency: string, hasSandbox: boolean) =>
    `${
      hasSandbox
        ? `The sandbox takes ${currency} from then on, within seconds.`
        : `Nobody can pay in ${currency} from then on, within seconds: your events stop selling what costs money.`
    } To use the account again, its secrets have to be typed in again. Payments that were made with it can still be refunded.`,
  disableButton: 'Disable the account',
  wasDisabled: (gateway: string, currency: string) => `${gateway} takes no more payments in ${currency}.`,
  steps: {
    paystack: {
      callback: 'At Paystack, under Settings, API Keys & Webhooks, enter this as the webhook URL:',
      secrets: 'Copy the secret key from the same page.',
    },
    flutterwave: {
      callback: 'At Flutterwave, under Settings, Webhooks, enter this as the URL:',
      secrets:
        'Make up a long secret hash, enter it on that page, and here too. The secret key is under Settings, API Keys.',
    },
    stripe: {
      callback: 'At Stripe, under Developers, Webhooks, add an endpoint with this URL:',
      events: 'Let it listen to these events:',
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
        paystack: 'Begins with sk_test_ or sk_live_.',
        flutterwave: 'Begins with FLWSECK.',
        stripe: 'Begins with sk_ or rk_.',
      },
    },
    secretHash: {
      label: 'Secret hash',
      hint: { paystack: '', flutterwave: 'As you entered it under Webhooks.', stripe: '' },
    },
    webhookSecret: {
      label: 'Signing secret',
      hint: { paystack: '', flutterwave: '', stripe: 'Begins with whsec_.' },
    },
  },
};

const en = { paymentAccounts };

export const usePaymentAccountsTexts = textsWith({ en, fr: en });
export type PaymentAccountsTexts = ReturnType<typeof usePaymentAccountsTexts>;
