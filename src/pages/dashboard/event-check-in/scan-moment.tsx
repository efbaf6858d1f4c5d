import type { VNode } from 'preact';
import { writeMoment } from '../../shared/format-moment.ts';
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
  const write = (style: Intl.DateTimeFormatOptions): string => writeMoment(at, { locale, timezone }, style);
  return (
    <time dateTime={at} title={write({ weekday: 'long', month: 'long', second: '2-digit' })}>
      {write({ year: undefined, ...(!isShort && { second: '2-digit' }) })}
    </time>
  );
}
