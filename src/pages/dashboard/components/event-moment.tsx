import type { VNode } from 'preact';
import { formatMoment } from '../../shared/format-moment.ts';

/** Start and end of an event, in the time zone of its place. */
export function EventPeriod({
  event: { startsAt, closesAt, timezone, locale },
}: {
  event: { startsAt: string; closesAt: string; timezone: string; locale: string };
}): VNode {
  const [start, end] = [startsAt, closesAt].map((at) => formatMoment(at, { locale, timezone }));
  if (!start || !end) throw new Error('an event has both');
  return (
    <>
      <time dateTime={startsAt}>
        {start.date}, {start.clock}
      </time>{' '}
      –{' '}
      <time dateTime={closesAt}>
        {end.date !== start.date && `${end.date}, `}
        {end.time}
      </time>
    </>
  );
}

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
