import { useSignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ShownEvent } from '../event-layout/data.ts';
import { nameSeats, placeOf } from '../../seat-map/name-seats.ts';
import { seatAt } from '../../seat-map/plan.ts';
import { Message } from '../../shared/message.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import type { HallFacts } from '../components/hall-map/describe-seat.ts';
import { useDashboard } from '../dashboard.ts';
import { SEAT_STATES, type SeatState } from '../components/hall-map/hall-states.ts';
import { useHallMapTexts } from '../components/hall-map/texts.ts';
import { withQuery } from '../paths.ts';
import { HouseFields } from './house-fields.tsx';
import { useLiveHallTexts } from './live-texts.ts';
import { useEventSeatsTexts } from './texts.ts';
import { useHouseSeats } from './use-house-seats.ts';

type Props = HallFacts & {
  event: ShownEvent;
  at: (rest?: string) => string;
  chosen: Signal<ReadonlySet<number>>;
  onDone: () => Promise<void>;
};

// Nobody reads more names than these; the list has them all.
const MAX_NAMED = 200;
const MAX_IN_THE_WAY = 20;
// As many ids as fit into a URL that every server and proxy accepts.
const MAX_TO_SELL = 50;

/** The selection and its actions, which apply to all of it or to nothing. */
export function SelectionPanel(props: Props): VNode {
  const { seating, chosen, companions } = props;
  const texts = useLiveHallTexts().selection;
  const words = useHallMapTexts();
  const panel = useRef<HTMLElement>(null);
  // The pressed button disappears with the selection; keep the focus in the panel.
  const stay = (): void => panel.current?.focus();
  const deeds = useHouseSeats({ ...props, onCleared: stay });
  const isReleasing = useSignal(false);
  const indexes = [...chosen.value];
  const by = byState(props, indexes);
  const inTheWay = [...by.sold, ...by.held];
  const own = indexes.filter((index) => companions.has(index));
  return (
    <section
      ref={panel}
      id="selected-seats"
      class="panel stack gap-s live-hall-panel"
      tabIndex={-1}
      aria-label={texts.title}
    >
      <h3>
        <span role="status">{indexes.length === 0 ? texts.title : texts.count(indexes.length)}</span>
      </h3>
      {indexes.length === 0 ? (
        <p class="soft">{texts.none}</p>
      ) : (
        <>
          <p class="live-hall-names">
            {indexes.length <= MAX_NAMED && `${nameSeats(seating, words, indexes)}. `}
            <span class="soft">
              {SEAT_STATES.filter((state) => by[state].length > 0)
                .map((state) => texts.stateCount({ state: words.states[state], count: by[state].length }))
                .join(', ')}
            </span>
          </p>
          {inTheWay.length > 0 && <InTheWay {...props} indexes={inTheWay} onLeftOut={stay} />}
          <HouseSeats {...props} by={by} deeds={deeds} isReady={inTheWay.length === 0} />
          <SellSeats {...props} indexes={indexes} isReady={inTheWay.length === 0} />
          {own.length > 0 && <CompanionSeats count={own.length} onPress={() => (isReleasing.value = true)} />}
          <button
            type="button"
            class="plain"
            onClick={() => {
              chosen.value = new Set();
              stay();
            }}
          >
            {texts.clear}
          </button>
        </>
      )}
      {isReleasing.value && (
        <ReleaseCompanions
          count={own.length}
          onConfirm={async () => {
            await deeds.releaseCompanions(own);
            isReleasing.value = false;
            // After the dialog has closed.
            requestAnimationFrame(stay);
          }}
          onClose={() => (isReleasing.value = false)}
        />
      )}
    </section>
  );
}

type ByState = Record<SeatState, number[]>;

function byState({ states }: HallFacts, indexes: readonly number[]): ByState {
  const by: ByState = { free: [], held: [], sold: [], house: [] };
  for (const index of indexes) by[states.value.states[index] ?? 'free'].push(index);
  return by;
}

/** Sold and held seats, one by one. */
function InTheWay({
  seating,
  states,
  chosen,
  indexes,
  onLeftOut,
}: Props & { indexes: readonly number[]; onLeftOut: () => void }): VNode {
  const { moreInTheWay } = useEventSeatsTexts();
  const texts = useLiveHallTexts().selection;
  const words = useHallMapTexts();
  return (
    <div class="stack gap-s live-hall-in-the-way">
      <Message tone="warn">
        <strong>{texts.inTheWay(indexes.length)}</strong>
      </Message>
      <ul>
        {indexes.slice(0, MAX_IN_THE_WAY).map((index) => (
          <li key={index}>
            {texts.oneInTheWay({
              seat: words.seatIn(placeOf(seating, index)),
              isSold: states.value.states[index] === 'sold',
            })}
          </li>
        ))}
      </ul>
      {indexes.length > MAX_IN_THE_WAY && <p class="soft">{moreInTheWay(indexes.length - MAX_IN_THE_WAY)}</p>}
      <button
        type="button"
        class="second"
        onClick={() => {
          const next = new Set(chosen.value);
          for (const index of indexes) next.delete(index);
          chosen.value = next;
          onLeftOut();
        }}
      >
        {texts.leaveOut(indexes.length)}
      </button>
    </div>
  );
}

type Deeds = ReturnType<typeof useHouseSeats>;

/** Blocks the seats, with a reason and a colour, or releases them. */
function HouseSeats({
  states,
  by,
  deeds,
  isReady,
}: Props & { by: ByState; deeds: Deeds; isReady: boolean }): VNode | null {
  const texts = useLiveHallTexts().selection;
  const reason = useSignal('');
  const color = useSignal(2);
  const wanted = [...by.free, ...by.house];
  const first = states.value.house.get(by.house[0] ?? -1);
  // Show the reason of the selected house seats.
  useEffect(() => {
    if (!first) return;
    reason.value = first.reason;
    if (first.color > 0) color.value = first.color;
  }, [first?.reason, first?.color]);
  if (wanted.length === 0) return null;
  const areAllHouse = by.free.length === 0;
  return (
    <form
      class="stack gap-s live-hall-block"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) deeds.block.run(wanted, { reason: reason.value, color: color.value });
      }}
    >
      <HouseFields reason={reason} color={color} />
      <div class="stack gap-xs">
        <button
          type="submit"
          class="main"
          aria-disabled={!isReady || deeds.block.isBusy}
          aria-busy={deeds.block.isBusy}
        >
          {areAllHouse ? texts.change(wanted.length) : texts.block(wanted.length)}
          {deeds.block.isBusy && <span class="spinner" />}
        </button>
        {by.house.length > 0 && (
          <button
            type="button"
            class="second"
            aria-disabled={deeds.release.isBusy}
            aria-busy={deeds.release.isBusy}
            onClick={() => deeds.release.run(by.house)}
          >
            {texts.release(by.house.length)}
            {deeds.release.isBusy && <span class="spinner" />}
          </button>
        )}
      </div>
    </form>
  );
}

/** A link that sells the selected seats at the counter. */
function SellSeats({
  seating,
  event,
  indexes,
  isReady,
}: Props & { indexes: readonly number[]; isReady: boolean }): VNode | null {
  const texts = useLiveHallTexts().selection;
  const { page } = useDashboard();
  if (!isReady || !page.powers.includes('guests.add')) return null;
  if (indexes.length > MAX_TO_SELL) return <p class="soft">{texts.sellTooMany(MAX_TO_SELL)}</p>;
  const href = withQuery(page.inHost(`/events/${event.eventId}/guests/add`), {
    way: 'counter',
    seats: indexes.map((index) => seatAt(seating.seats, index).id).join(','),
  });
  return (
    <p class="stack gap-2xs small">
      <a class="second" href={href}>
        {texts.sell}
      </a>
      <span class="soft">{texts.sellHint}</span>
    </p>
  );
}

function CompanionSeats({ count, onPress }: { count: number; onPress: () => void }): VNode {
  const texts = useLiveHallTexts().companions;
  return (
    <button type="button" class="second" onClick={onPress}>
      {texts.release(count)}
    </button>
  );
}

function ReleaseCompanions({
  count,
  onConfirm,
  onClose,
}: {
  count: number;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}): VNode {
  const texts = useLiveHallTexts().companions;
  return (
    <ConfirmDialog
      title={texts.confirmTitle(count)}
      confirm={texts.release(count)}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {texts.confirm(count)}
    </ConfirmDialog>
  );
}
