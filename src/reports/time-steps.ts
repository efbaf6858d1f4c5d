import { FOLDED_MINUTES } from './fold-sales-times.ts';

/** How long one bucket of a chart is: from the finest to the coarsest. */
export const TIME_STEPS = [
  '1m',
  '5m',
  '15m',
  '30m',
  '1h',
  '3h',
  '6h',
  '12h',
  'day',
  'week',
  'month',
] as const;
export type TimeStep = (typeof TIME_STEPS)[number];

const HOUR = 60;
const DAY = 24 * HOUR;

/** How many minutes it has; a month is counted as short as it can be. */
const MINUTES: Record<TimeStep, number> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': HOUR,
  '3h': 3 * HOUR,
  '6h': 6 * HOUR,
  '12h': 12 * HOUR,
  day: DAY,
  week: 7 * DAY,
  month: 28 * DAY,
};

/**
 * More bars than this are too thin to be told apart, on a phone above all. Days are what people think in: two months of them are shown
 * before weeks are.
 */
const MAX_BUCKETS = { byClock: 48, byCalendar: 62 };

const isByCalendar = (step: TimeStep): boolean => step === 'day' || step === 'week' || step === 'month';

/** The finest step, and none finer than `atLeast`, that makes few enough buckets; of times whose minutes are gone, one that they have. */
export function chooseStep(period: {
  from: Date;
  to: Date;
  areMinutesGone: boolean;
  atLeast: TimeStep | null;
}): TimeStep {
  const minutes = (period.to.getTime() - period.from.getTime()) / 60_000;
  const finest = period.atLeast === null ? 0 : TIME_STEPS.indexOf(period.atLeast);
  return (
    TIME_STEPS.slice(finest).find(
      (step) =>
        minutes / MINUTES[step] <= (isByCalendar(step) ? MAX_BUCKETS.byCalendar : MAX_BUCKETS.byClock) &&
        !(period.areMinutesGone && MINUTES[step] < FOLDED_MINUTES),
    ) ?? 'month'
  );
}

/** SQL: the length of a step, for sums of times on the wall. */
export const stepInterval = (step: TimeStep): string =>
  isByCalendar(step) ? `interval '1 ${step}'` : `interval '${MINUTES[step]} minutes'`;

/** SQL: the beginning of the step that a time on the wall is in. 2001 began with a Monday, and so do weeks. */
export const stepStart = (step: TimeStep, wallTime: string): string =>
  isByCalendar(step)
    ? `date_trunc('${step}', ${wallTime})`
    : `date_bin(${stepInterval(step)}, ${wallTime}, timestamp '2001-01-01')`;
