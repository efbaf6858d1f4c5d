import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { green, off, red, yellow, type Patient, type Seen } from './finding.ts';

// Codes of authenticator apps change every 30 seconds, and signatures of webhooks are good for minutes.
const OFF_MS = 2_000;
const FAR_OFF_MS = 20_000;

/** The database's clock decides about sales; this machine's about codes of authenticator apps, and what is signed. */
export async function lookAtClock({ open }: Patient, signal: AbortSignal): Promise<Seen[]> {
  const isSynchronized = await askSystem(signal);
  const unsynchronized =
    isSynchronized === false
      ? [yellow('This machine’s clock is not synchronized.', 'Switch it on: timedatectl set-ntp true')]
      : [];
  if (!open)
    return unsynchronized.length > 0 ? unsynchronized : [off('Not compared with the database’s clock.')];
  const askedAtMs = Date.now();
  const { rows } = await open.database.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  );
  const hereMs = (askedAtMs + Date.now()) / 2;
  return [...unsynchronized, judgeClocks(hereMs - (rows[0]?.ms ?? hereMs))];
}

export function judgeClocks(aheadMs: number): Seen {
  const says = `This machine’s clock and the database’s differ by ${(Math.abs(aheadMs) / 1000).toFixed(1)} s.`;
  const next = 'Synchronize both machines’ clocks: timedatectl set-ntp true';
  return Math.abs(aheadMs) > FAR_OFF_MS
    ? red(says, next)
    : Math.abs(aheadMs) > OFF_MS
      ? yellow(says, next)
      : green(says);
}

/** Null where the system does not tell, as in a container. */
async function askSystem(signal: AbortSignal): Promise<boolean | null> {
  return promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'], {
    signal,
    timeout: 3_000,
  }).then(
    ({ stdout }) => (stdout.trim() === 'yes' ? true : stdout.trim() === 'no' ? false : null),
    () => null,
  );
}
