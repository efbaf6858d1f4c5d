import { pageTexts } from '../texts/page-texts.ts';

const en = {
  back: 'All deliveries',
  title: (kind: string, reference: string) => `${kind} ${reference}`,
  types: { TICKET_PURCHASED: 'Purchase', WEBHOOK_TEST: 'Test' },
  statuses: { pending: 'Sending', delivered: 'Delivered', failed: 'Failed' },
  facts: 'Details',
  receiver: 'Webhook',
  created: 'Recorded',
  deliveryId: 'Delivery (X-Service-Delivery)',
  reference: 'Reference',
  order: 'See the order',
  sendAgain: 'Send again',
  sendAgainHint:
    'We send the same body, signed with your current private key. Your server recognizes it by its reference.',
  receiverRemoved: 'This webhook was removed. You can’t send this again.',
  receiverOff: 'This webhook is off. Turn it on to send this again.',
  wasSentAgain: 'Sending again.',
  attempts: 'Attempts',
  noAttempts: 'None yet. We send it within seconds.',
  attempt: (number: number) => `Attempt ${number}`,
  answered: (status: number) => `Answered ${status}`,
  noAnswer: 'No answer',
  inMs: (ms: number) => `after ${ms} ms`,
  answerBegins: 'The answer begins with',
  emptyAnswer: 'The answer was empty.',
  sent: 'Request',
  notMade: 'We create the body with the first attempt.',
  body: 'Body as sent',
  signature: 'X-Service-Signature',
  checkIntro: 'The signature is the HMAC-SHA512 of exactly these bytes with your private key.',
  curl: 'Send it yourself (curl)',
  verify: 'Check the signature (openssl)',
  others: 'Other deliveries of this purchase',
};

export const useEventDeliveryTexts = pageTexts({ en, fr: en });
