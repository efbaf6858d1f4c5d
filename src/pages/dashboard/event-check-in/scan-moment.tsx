import type { VNode } from 'preact';
import type { ShownEvent } from '../event-layout/data.ts';

/** The time of a scan, to the second, in the event's time zone. */
export function ScanMoment({
  at,
  event: { timezone, locale },
  isShort = false,
}: {
  at: string;
  event: Pick<ShownEvent, 'timezone' | 'locale'>;
  /** To the minute. */
  isShort?: boolean;
}): VNode {
  const moment = new Date(at);
  const write = (options: Intl.DateTimeFormatOptions): string =>
    moment.toLocaleString(locale, { ...options, timeZone: timezone });
  return (
    <time dateTime={at} title={write({ dateStyle: 'full', timeStyle: 'long' })}>
      {write({
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        ...(!isShort && { second: '2-digit' }),
      })}
    </time>
  );
}
