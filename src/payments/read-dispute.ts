import { GatewaySilent, type FoundDispute } from './gateway.ts';

// As long as the database keeps.
const MAX_ID_CHARACTERS = 255;

type Told = {
  id: string | null;
  currency: string | null;
  amountMinorIn: (currency: string) => number | null;
  reason: string | null;
  /** Null: a word that is not known. */
  state: FoundDispute['state'] | null;
  isRefundable?: boolean;
  dueAt: Date | null;
  openedAt: Date;
  endedAt?: Date | null;
};

/**
 * A dispute as a gateway tells of it; null where its state is a word that nobody knows, so that what was known before stays. Anything else that
 * can't be true is nonsense: money is not to be booked on a guess.
 */
export function readDispute(gateway: string, told: Told): FoundDispute | null {
  const { id, state, openedAt } = told;
  if (state === null) return null;
  const currency = told.currency?.toUpperCase() ?? '';
  const amountMinor = /^[A-Z]{3}$/.test(currency) ? told.amountMinorIn(currency) : null;
  if (!id || id.length > MAX_ID_CHARACTERS || !amountMinor || Number.isNaN(openedAt.getTime())) {
    throw new GatewaySilent(`${gateway} answered nonsense: a dispute without id, amount, currency or time`);
  }
  return {
    gatewayDisputeId: id,
    amountMinor,
    currency,
    // Some are codes, some are sentences of a bank, on one line or more.
    reason: (told.reason ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim(),
    state,
    isRefundable: state === 'open' && told.isRefundable === true,
    dueAt: validOrNull(told.dueAt),
    openedAt,
    endedAt: state === 'open' ? null : validOrNull(told.endedAt ?? null),
  };
}

export const isDispute = (dispute: FoundDispute | null): dispute is FoundDispute => dispute !== null;

/** A moment in text; null where there is none. */
export const momentOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text));

const validOrNull = (moment: Date | null): Date | null =>
  moment === null || Number.isNaN(moment.getTime()) ? null : moment;
