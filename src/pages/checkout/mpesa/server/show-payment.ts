import { formatMoney } from '../../../../money/format-money.ts';
import { cancelledUrl } from '../../../../payments/gateway.ts';
import { isolate } from '../../../../values/isolate.ts';
import type { Language } from '../../../../values/language.ts';
import type { MpesaPage, MpesaTrouble } from '../contract.ts';
import type { MpesaPayment } from './mpesa-payment.ts';

// The codes of Daraja's documents for M-PESA Express, and our own words for what was never sent.
const TROUBLES: Record<string, MpesaTrouble> = {
  '1': 'no_money',
  '2': 'limit',
  '3': 'limit',
  '4': 'limit',
  '8': 'limit',
  '17': 'in_process',
  '1019': 'timeout',
  '1032': 'cancelled',
  '1037': 'timeout',
  '2001': 'wrong_pin',
  in_process: 'in_process',
  unknown: 'timeout',
};

type Typed = { phone: string; trouble: MpesaTrouble; waitSeconds: number | null };

/** The page of a payment as it stands, or after something was typed that did not work. */
export function showPayment(
  payment: MpesaPayment,
  language: Language,
  typed: Typed | null = null,
): MpesaPage {
  const { prompt, returnUrl } = payment;
  if (!payment.isOpen) return { about: 'closed', language, backUrl: returnUrl };
  const isWaiting = typed === null && prompt?.state === 'waiting' && !prompt.isOld;
  return {
    about: isWaiting ? 'waiting' : 'form',
    language,
    amount: formatMoney(payment.amountMinor, payment.country, language),
    hostName: payment.hostName,
    // One that had a prompt is not shown again: it may be somebody else's, and others may have the link. Left out, it gets the next one too.
    phone: typed?.phone ?? (prompt?.phone ? '' : (payment.orderPhone ?? '')),
    sentTo: prompt?.phone ? isolate(maskPhone(prompt.phone), language) : null,
    trouble: typed?.trouble ?? troubleOf(prompt),
    waitSeconds: typed?.waitSeconds ?? null,
    cancelUrl: cancelledUrl(returnUrl),
  };
}

function troubleOf(prompt: MpesaPayment['prompt']): MpesaTrouble | null {
  if (prompt === null || prompt.state === 'paid') return null;
  if (prompt.state === 'waiting') return 'timeout';
  return TROUBLES[prompt.resultCode ?? ''] ?? 'failed';
}

/** Enough to tell which of one's phones it is, and no number for others who have the link. */
const maskPhone = (phone: string): string => `0${phone.slice(3, 5)}• ••• ${phone.slice(-3)}`;
