import type { VNode } from 'preact';
import { writeMoment } from '../../shared/format-moment.ts';
import { useClock } from './clock.ts';

const DATE = { hour: undefined, minute: undefined, timeZoneName: undefined };

/** A moment on the clock of the page, named beside it. A date has all details on hover. */
export function Moment({ at, style = 'time' }: { at: string; style?: 'date' | 'time' }): VNode {
  const clock = useClock();
  return (
    <time dateTime={at} title={writeMoment(at, clock, { weekday: 'long', month: 'long' })}>
      {writeMoment(at, clock, style === 'date' ? DATE : {})}
    </time>
  );
}
