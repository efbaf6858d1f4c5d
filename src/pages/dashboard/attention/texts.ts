import { pageTexts } from '../texts/page-texts.ts';
import { plural } from '../texts/en/words.ts';

const en = {
  attention: 'Needs attention',
  since: 'Since',
  said: (text: string) => `Error: ${text}`,
  troubles: {
    refund_refused: {
      what: (subject: string, _count: number) => `The refund of ${subject} failed`,
      todo: 'The gateway refused it or does not answer. Check why, then retry it or settle it with the buyer.',
      go: 'See the order',
    },
    receiver_failing: {
      what: (subject: string, count: number) =>
        `Webhooks don’t reach ${subject}: ${plural(count, 'delivery', 'deliveries')} failed`,
      todo: 'Fix the receiver, test it, then resend the deliveries.',
      go: 'See the event’s integrations',
    },
    delivery_given_up: {
      what: (subject: string, count: number) =>
        `${plural(count, 'webhook delivery', 'webhook deliveries')} to ${subject} failed`,
      todo: 'The receiver works again. Resend them.',
      go: 'See the event’s integrations',
    },
    mail_not_sent: {
      what: (subject: string, _count: number) => `We could not send an e-mail about ${subject}`,
      todo: 'If the address is wrong, ask the buyer for another one. Otherwise ask the operator of this service to send it again.',
      go: 'See the order',
    },
    job_set_aside: {
      what: (subject: string, _count: number) => `Processing of ${subject} failed`,
      todo: 'Ask the operator of this service to check why and try again.',
      go: 'See the order',
    },
    no_payment_account: {
      what: (subject: string, _count: number) => `${subject} is on sale, but nobody can pay`,
      todo: 'Add a payment account that takes the currency of the event.',
      go: 'Payment accounts',
    },
    price_not_taken: {
      what: (subject: string, _count: number) => `Nobody can pay for some tickets of ${subject}`,
      todo: 'Your payment gateway can’t charge one of the prices: it is too low, too high, or too fine.',
      go: 'Change the prices',
    },
    no_callback: {
      what: (subject: string, _count: number) => `Callbacks from ${subject} don’t arrive`,
      todo: 'Tickets are sent all the same, but later. The page of the gateway says what to check.',
      go: 'Check the callback',
    },
    email_not_confirmed: {
      what: (subject: string, _count: number) => `Your e-mail address ${subject} is not confirmed`,
      todo: 'Open the link that we sent you.',
      go: 'Your account',
    },
    no_factor: {
      what: (_subject: string, _count: number) => 'Your account has no second factor',
      todo: 'Set up an authenticator app or a passkey. It takes a minute.',
      go: 'Set it up',
    },
  },
};

export const useAttentionTexts = pageTexts({ en, fr: en });
