import type { PeerCertificate } from 'node:tls';
import { green, plural, red, yellow, type Seen } from './finding.ts';

const DAY_MS = 24 * 60 * 60_000;
// Certificates of 90 days are renewed when 30 are left; of shorter ones, less is left by then.
const SOON = { days: 21, share: 1 / 4 };
const NOW = { days: 7, share: 1 / 10 };

/** How long a certificate is still good; null where the server showed none. */
export function judgeCertificate(
  name: string,
  certificate: Pick<PeerCertificate, 'valid_from' | 'valid_to'>,
  nowMs = Date.now(),
): Seen | null {
  const [fromMs, toMs] = [Date.parse(certificate.valid_from), Date.parse(certificate.valid_to)];
  if (Number.isNaN(toMs)) return null;
  const leftDays = (toMs - nowMs) / DAY_MS;
  const lifetimeDays = (toMs - fromMs) / DAY_MS;
  const isWithin = ({ days, share }: typeof SOON): boolean => leftDays < Math.min(days, lifetimeDays * share);
  const next = 'See why the proxy, or whatever renews it, has not done so: its log tells.';
  if (leftDays < 0) return red(`The certificate of ${name} has expired.`, next);
  const says = `The certificate of ${name} is good for ${leftDays < 1 ? 'less than a day' : plural(Math.floor(leftDays), 'more day', 'more days')}.`;
  return isWithin(NOW) ? red(says, next) : isWithin(SOON) ? yellow(says, next) : green(says);
}
