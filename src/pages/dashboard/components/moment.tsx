import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';

const STYLES = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  time: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const WHOLE = { dateStyle: 'full', timeStyle: 'long' } as const;

/** A moment in the reader's time zone, with all details on hover. The server does not know the zone and writes UTC. */
export function Moment({ at, style = 'time' }: { at: string; style?: keyof typeof STYLES }): VNode {
  const { page, isLive } = useDashboard();
  const zone = isLive.value ? {} : { timeZone: 'UTC' };
  const write = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(page.locale, { ...options, ...zone }).format(new Date(at));
  return (
    <time dateTime={at} title={write(WHOLE)}>
      {write(STYLES[style])}
    </time>
  );
}
