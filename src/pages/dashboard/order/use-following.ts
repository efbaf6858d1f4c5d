import { useEffect } from 'preact/hooks';
import type { OrderView } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { lookAgain } from '../live/look-again.ts';

const LOOK_AGAIN_MS = 2_000;
const AN_HOUR_MS = 60 * 60_000;
const UNDER_WAY: ReadonlySet<string> = new Set(['pending', 'asking', 'sent']);

const TOLD_BY: ReadonlySet<string> = new Set(['refunded', 'payment_returned']);

/** Whether the refund is done but its e-mail is not written yet: a job does it a moment later. */
const isUntold = ({ status, createdAt }: OrderView['refunds'][number], mails: OrderView['mails']): boolean =>
  (status === 'succeeded' || status === 'settled_by_hand') &&
  !mails.some((mail) => TOLD_BY.has(mail.kind) && mail.createdAt >= createdAt);

/** Polls every two seconds while money, an e-mail or a payment is on its way. */
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
    // After an hour it waits for a bank, or for somebody else's server.
    if (Date.now() - newest > AN_HOUR_MS) return undefined;
    return lookAgain(() => router.refresh(), { everyMs: LOOK_AGAIN_MS, onTrouble: () => undefined });
  }, [newest]);
}
