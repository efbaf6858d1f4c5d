import { pageTexts } from '../texts/page-texts.ts';
import { plural } from '../texts/en/words.ts';

const en = {
  attention: 'Needs attention',
  since: 'Since',
  said: (text: string) => `It says: ${text}`,
  troubles: {
    refund_refused: {
      what: (subject: string, _count: number) => `The refund of ${subject} was not made`,
      todo: 'The gateway refused it, or does not answer. See why, then have it tried again or settle it with the buyer.',
      go: 'See the order',
    },
    receiver_failing: {
      what: (subject: string, count: number) =>
        `No webhook arrives at ${subject}: ${plural(count, 'delivery', 'deliveries')} given up`,
      todo: 'Mend the receiver, test it, then have the deliveries sent again.',
      go: 'See the event’s integrations',
    },
    delivery_given_up: {
      what: (subject: string, count: number) =>
        `${plural(count, 'webhook delivery', 'webhook deliveries')} to ${subject} given up`,
      todo: 'The receiver works again. Have them sent again.',
      go: 'See the event’s integrations',
    },
    mail_not_sent: {
      what: (subject: string, _count: number) => `An e-mail about ${subject} could not be sent`,
      todo: 'Ask the buyer for another address if theirs is wrong; else the operator of this service can send it again.',
      go: 'See the order',
    },
    job_set_aside: {
      what: (subject: string, _count: number) => `Work on ${subject} was given up`,
      todo: 'Whoever runs this service can see why and have it tried again.',
      go: 'See the order',
    },
    no_payment_account: {
      what: (subject: string, _count: number) => `${subject} is on sale, and nobody can pay`,
      todo: 'Add a payment account that takes the currency of the event.',
      go: 'Payment accounts',
    },
    email_not_confirmed: {
      what: (subject: string, _count: number) => `Your e-mail address ${subject} is not confirmed`,
      todo: 'Open the link that we sent to it.',
      go: 'Your account',
    },
    no_factor: {
      what: (_subject: string, _count: number) => 'Your account has no second factor',
      todo: 'Set up an authenticator app or a passkey: it takes a minute.',
      go: 'Set it up',
    },
  },
};

export const useAttentionTexts = pageTexts({ en, fr: en });
