import type { AccountGateway } from '../../../rules/gateway-accounts.ts';

type AtGateway = {
  /** How our address goes in there; some lines show something to copy, select or make. */
  address: (string | { text: string; shows: 'address' | 'events' | 'hash' })[];
  /** Its keys come from there. */
  keys: string[];
  /** A card that its test mode takes. */
  testCard: string;
  testCardNote: string;
  /** Reasons why its callbacks don't arrive, the likeliest first. */
  missing: string[];
  wrongSignature: string;
};

const at: Record<AccountGateway, AtGateway> = {
  paystack: {
    address: [
      'At Paystack, open Settings, then API Keys & Webhooks.',
      {
        text: 'Paste this address into Live Webhook URL, or into Test Webhook URL for test keys:',
        shows: 'address',
      },
      'Leave Callback URL as it is: that is another field.',
      'Press Save changes.',
    ],
    keys: ['On the same page at Paystack, copy the secret key. The public key is another one.'],
    testCard: '4084 0840 8408 4081',
    testCardNote: 'Any date in the future, CVV 408.',
    missing: [
      'The address is in the webhook field at Paystack, and not in the callback field.',
      'It is in the field of the same mode as your key: live or test.',
      'Nobody has changed it since, for another shop perhaps.',
    ],
    wrongSignature:
      'Paystack signs with the secret key. If you have made a new one at Paystack, replace the key here.',
  },
  flutterwave: {
    address: [
      'At Flutterwave, open Settings, then Webhooks.',
      { text: 'Paste this address as the URL:', shows: 'address' },
      {
        text: 'Flutterwave also asks for a secret hash, a password of your own. Generate one here, and paste it there:',
        shows: 'hash',
      },
      'Tick all boxes below it, and save.',
    ],
    keys: [
      'At Flutterwave, open Settings, then API Keys, and copy the secret key. In live mode, Flutterwave may ask for a code first.',
      'Enter the same secret hash as in step 1.',
    ],
    testCard: '5531 8866 5214 2950',
    testCardNote: 'Date 09/32, CVV 564, PIN 3310, code 12345.',
    missing: [
      'The address is under Webhooks at Flutterwave, in the same mode as your key: live or test.',
      'All boxes below it are ticked, and you have saved.',
    ],
    wrongSignature:
      'The secret hash at Flutterwave is another one than here. Replace the keys here, and use the same hash in both places.',
  },
  stripe: {
    address: [
      'At Stripe, open Developers, then Webhooks, and press Add destination.',
      { text: 'Choose Your account, and select these events:', shows: 'events' },
      { text: 'Choose Webhook endpoint, and paste this address as the endpoint URL:', shows: 'address' },
      'Press Create destination.',
    ],
    keys: [
      'On the page of the new destination, reveal and copy the signing secret.',
      'Under Developers, API keys, copy the secret key. Better: create a restricted key that may write Checkout Sessions and Refunds, and read Charges.',
    ],
    testCard: '4242 4242 4242 4242',
    testCardNote: 'Any date in the future, any CVC.',
    missing: [
      'The destination at Stripe is enabled, and has exactly this address.',
      'It has all events of step 1.',
      'It was made in the same mode as your key: live or test.',
    ],
    wrongSignature:
      'The signing secret here is not that of the destination which called. Replace the keys here, with the signing secret of this destination.',
  },
};

export const guide = {
  at,
  title: (gateway: string) => `Connect ${gateway}`,
  intro: (gateway: string, currency: string) =>
    `Three steps, about ten minutes. Then buyers who pay in ${currency} pay into your own account at ${gateway}.`,
  currencies: 'Currency',
  progress: (done: number, of: number) => `${done} of ${of} steps done`,
  before: 'Before you start',
  needs: (gateway: string) => [
    `Sign in to ${gateway} in another tab, as somebody who may change settings there.`,
    `For real payments ${gateway} must have approved your business. That can take days, so begin early.`,
    `Later, this needs you only if you change a key or the webhook at ${gateway}: then do the same here.`,
  ],
  testMode: (gateway: string) =>
    `This server is for development: it takes test keys and live keys. With a test key nobody pays real money. ${gateway} keeps keys and webhooks of its test mode and its live mode apart: use one mode for all three steps.`,
  liveMode: (gateway: string) =>
    `This server takes live keys only. Switch ${gateway} to live mode before you copy anything.`,
  toDo: 'To do',
  waiting: 'Waiting',
  missed: 'Missing',
  done: 'Done',
  giveAddress: (gateway: string) => `1. Give ${gateway} our address`,
  why: (gateway: string) =>
    `${gateway} calls this address when somebody has paid. There it is named a webhook, here a callback.`,
  addressOf: (gateway: string) => `Callback address for ${gateway}`,
  unreachable: (gateway: string) =>
    `${gateway} can’t reach this address from the internet. Payments work all the same, but no callback will come.`,
  stripeEvents: [
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
    'refund.updated',
  ],
  makeHash: 'Generate secret hash',
  hash: 'Secret hash',
  hashFilled: 'It is filled in below, too. We don’t show it again.',
  giveKeys: '2. Give us your keys',
  connected: (currency: string, end: string | null, isTest: boolean) =>
    `${isTest ? 'A test' : 'A live'} key${end === null ? '' : ` that ends in ${end}`} takes your payments in ${currency}.`,
  checkedAt: 'Checked:',
  unreadable: 'The stored keys can no longer be read. Enter them again.',
  replaceKeys: 'Replace keys',
  firstCallback: '3. See your first callback',
  pay: (currency: string) =>
    `Open one of your events that sells in ${currency}, and buy its cheapest ticket.`,
  events: 'Your events',
  payTest: 'With a test key, pay with this test card:',
  testCardOf: (gateway: string) => `Test card of ${gateway}`,
  payLive: (gateway: string) =>
    `With a live key, pay with your own card, and refund the order afterwards. ${gateway} may keep its fee.`,
  afterKeys: 'First connect your keys in step 2.',
  waitingFor: (gateway: string) =>
    `Waiting for the first callback from ${gateway}. This page shows it by itself.`,
  seen: 'We saw your first callback.',
  seenAt: 'Received:',
  seenText: (gateway: string) =>
    `From now on ${gateway} tells us about each payment, and buyers get their tickets at once.`,
  missing: (gateway: string) =>
    `A payment was made, and ${gateway} has not called. Buyers still get their tickets, since we ask ${gateway} ourselves, but some only after a minute or more.`,
  missedAt: 'Payment:',
  check: 'Check these, then pay once more:',
  refused: 'A callback came with a wrong signature, so we ignored it.',
  refusedAt: 'Received:',
};
