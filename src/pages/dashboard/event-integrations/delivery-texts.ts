import { pageTexts } from '../texts/page-texts.ts';

const en = {
  back: 'All deliveries',
  title: (kind: string, reference: string) => `${kind} ${reference}`,
  types: { TICKET_PURCHASED: 'Purchase', WEBHOOK_TEST: 'Test' },
  statuses: { pending: 'On its way', delivered: 'Arrived', failed: 'Given up' },
  facts: 'What it is',
  receiver: 'Webhook',
  created: 'Recorded',
  deliveryId: 'Delivery (X-Service-Delivery)',
  reference: 'Reference',
  order: 'See the order',
  sendAgain: 'Send again',
  sendAgainHint:
    'The same body, signed with the private key of today. Your server knows it by its reference.',
  receiverRemoved: 'This webhook was removed: nothing is sent there any more.',
  receiverOff: 'This webhook is off. Switch it on to send this again.',
  wasSentAgain: 'It is on its way again.',
  attempts: 'Attempts',
  noAttempts: 'None yet. It is sent within seconds.',
  attempt: (number: number) => `Attempt ${number}`,
  answered: (status: number) => `Answered ${status}`,
  noAnswer: 'No answer',
  inMs: (ms: number) => `after ${ms} ms`,
  answerBegins: 'The answer begins with',
  emptyAnswer: 'The answer was empty.',
  sent: 'What is sent',
  notMade: 'The body is made with the first attempt.',
  body: 'Body, as it was sent',
  signature: 'X-Service-Signature',
  checkIntro: 'The signature is HMAC-SHA512 over exactly these bytes, with the host’s private key.',
  curl: 'Send it yourself (curl)',
  verify: 'Check the signature (openssl)',
  others: 'The same purchase, sent at other times',
};

export const useEventDeliveryTexts = pageTexts({ en, fr: en });
