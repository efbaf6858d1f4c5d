import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';

const STYLES = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  time: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const WHOLE = { dateStyle: 'full', timeStyle: 'long' } as const;

/** A moment on the reader's clock; the whole of it, with its time zone, where one points at it. The server, which does not know the zone, writes UTC. */
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
