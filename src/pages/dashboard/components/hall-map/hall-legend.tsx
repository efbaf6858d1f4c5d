import type { VNode } from 'preact';
import { TypeSwatch } from '../../../seat-map/swatch.tsx';
import type { HallFacts } from './describe-seat.ts';
import { countStates, SEAT_STATES, type HallStates } from './hall-states.ts';
import { StateSwatch } from './state-swatch.tsx';
import { useHallMapTexts } from './texts.ts';

/** The number and the look of seats in each state; house seats by their reasons. */
export function HallLegend({ seating, types, states }: HallFacts): VNode {
  const texts = useHallMapTexts();
  const counts = countStates(states.value);
  return (
    <div class="stack gap-s">
      <dl class="tiles hall-counts" aria-label={texts.legend}>
        {SEAT_STATES.map((state) => (
          <div key={state} data-state={state} title={texts.statesHint[state]}>
            <dt>
              {state === 'free' ? (
                <TypeSwatch type={0} colors={seating.colors} />
              ) : (
                <StateSwatch state={state} />
              )}
              {texts.states[state]}
            </dt>
            <dd>{texts.count(counts[state])}</dd>
          </div>
        ))}
      </dl>
      <ul class="cluster gap-2xs-m small hall-kinds" aria-label={texts.types}>
        {types.map((type, nth) => (
          <li key={type}>
            <TypeSwatch type={nth} colors={seating.colors} /> {type}
          </li>
        ))}
        {reasonsOf(states.value).map(({ reason, color, count }) => (
          <li key={`${color} ${reason}`}>
            <StateSwatch state="house" color={color} /> {texts.houseBecause(reason)} ({texts.count(count)})
          </li>
        ))}
      </ul>
    </div>
  );
}

// More would be a list of its own: the table below has them all.
const MAX_REASONS = 12;

function reasonsOf({ house }: HallStates): { reason: string; color: number; count: number }[] {
  const reasons = Map.groupBy(house.values(), ({ reason, color }) => `${color} ${reason}`);
  return [...reasons.values()]
    .flatMap((same) => (same[0] ? [{ ...same[0], count: same.length }] : []))
    .sort((one, other) => other.count - one.count)
    .slice(0, MAX_REASONS);
}
