import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { EventSeatsView, LiveHall as Hall } from './data.ts';
import { HallLegend } from '../components/hall-map/hall-legend.tsx';
import { HallList } from '../components/hall-map/hall-list.tsx';
import { HallMap } from '../components/hall-map/hall-map.tsx';
import { useHallMapTexts } from '../components/hall-map/texts.ts';
import { SelectionPanel } from './selection-panel.tsx';
import { useLiveHallTexts } from './live-texts.ts';
import { useLiveHall } from './use-live-hall.ts';

export type LiveHallProps = {
  data: EventSeatsView;
  at: (rest?: string) => string;
  first: Hall;
};

/** The current hall: a map and a list with one selection, and its actions. */
export function LiveHall({ data, at, first }: LiveHallProps): VNode {
  const texts = useLiveHallTexts();
  const words = useHallMapTexts();
  const hall = useLiveHall(at, first);
  const chosen = useSignal<ReadonlySet<number>>(new Set());
  const isListOpen = useSignal(false);
  const drawn = useRef(hall.seating.value);
  const drawing = useRef(0);
  // If the seats change, the map is another one, and the selection may no longer fit.
  if (hall.seating.value !== drawn.current) {
    drawn.current = hall.seating.value;
    drawing.current += 1;
    chosen.value = new Set();
  }
  const facts = {
    seating: hall.seating.value,
    types: hall.types.value,
    states: hall.states,
    companions: hall.companions.value,
  };
  const companions = facts.companions.size;
  return (
    <div class="stack gap-m can-shrink live-hall">
      <HallLegend {...facts} />
      <p class="soft small" role="status">
        {hall.isStale.value ? texts.notLive : texts.live}
      </p>
      <div class="stack gap-m live-hall-desk">
        <HallMap key={drawing.current} {...facts} chosen={chosen} />
        <SelectionPanel {...facts} event={data.event} at={at} chosen={chosen} onDone={hall.reload} />
        <div class="stack gap-m">
          {companions > 0 && (
            <div class="stack start gap-xs live-hall-companions">
              <h3>{texts.companions.title(companions)}</h3>
              <p class="soft">{texts.companions.rule}</p>
              <button type="button" class="second" onClick={() => (chosen.value = new Set(facts.companions))}>
                {texts.companions.select}
              </button>
            </div>
          )}
          <details class="live-hall-list" onToggle={(event) => (isListOpen.value = event.currentTarget.open)}>
            <summary>{words.list}</summary>
            {/* Nobody waits for twenty thousand lines that are not shown. */}
            {isListOpen.value && <HallList {...facts} chosen={chosen} />}
            {isListOpen.value && chosen.value.size > 0 && (
              <a class="second live-hall-to-panel" href="#selected-seats">
                {texts.selection.goTo(chosen.value.size)}
              </a>
            )}
          </details>
        </div>
      </div>
    </div>
  );
}
