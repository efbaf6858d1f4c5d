import type { VNode } from 'preact';
import { formatMoment } from '../../shared/format-moment.ts';

/** When something begins, on the clock of the place where it is. */
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
