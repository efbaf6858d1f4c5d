import { useEffect } from 'preact/hooks';
import type { OrderView } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { lookAgain } from '../live/look-again.ts';

const LOOK_AGAIN_MS = 2_000;
const AN_HOUR_MS = 60 * 60_000;
const UNDER_WAY: ReadonlySet<string> = new Set(['pending', 'asking', 'sent']);

const TOLD_BY: ReadonlySet<string> = new Set(['refunded', 'payment_returned']);

/** The money is back, and the e-mail that says so is still to be written: a job does it a moment later. */
const isUntold = ({ status, createdAt }: OrderView['refunds'][number], mails: OrderView['mails']): boolean =>
  (status === 'succeeded' || status === 'settled_by_hand') &&
  !mails.some((mail) => TOLD_BY.has(mail.kind) && mail.createdAt >= createdAt);

/** Looks again every two seconds while money or an e-mail is on its way, or a payment is awaited. */
export function useFollowing({ status, refunds, mails, createdAt }: OrderView): void {
  const { router } = useDashboard();
  const since = [
    ...refunds.filter((refund) => UNDER_WAY.has(refund.status)).map((refund) => refund.createdAt),
    ...refunds.filter((refund) => isUntold(refund, mails)).map((refund) => refund.createdAt),
    ...mails.filter(({ state }) => state === 'waiting').map((mail) => mail.createdAt),
    ...(status === 'processing' || status === 'pending_payment' ? [createdAt] : []),
  ];
  const newest = Math.max(0, ...since.map((at) => Date.parse(at)));
  useEffect(() => {
    // What still waits after an hour waits for a bank, or for somebody else's server.
    if (Date.now() - newest > AN_HOUR_MS) return undefined;
    return lookAgain(() => router.refresh(), { everyMs: LOOK_AGAIN_MS, onTrouble: () => undefined });
  }, [newest]);
}
