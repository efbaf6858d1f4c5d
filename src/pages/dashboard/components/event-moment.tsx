import type { VNode } from 'preact';
import { formatMoment } from '../../shared/format-moment.ts';

/** The start of something, in the time zone of its place. */
export function EventMoment({
  at,
  timezone,
  locale,
}: {
  at: string;
  timezone: string;
  locale: string;
}): VNode {
  const { date, time } = formatMoment(at, { locale, timezone });
  return (
    <time dateTime={at}>
      {date}, {time}
    </time>
  );
}
