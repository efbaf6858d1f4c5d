import { effect, useComputed, useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { GivableType } from '../../add-guests/data.ts';
import type { SeatsToChoose } from '../../add-guests/counter-routes.ts';
import type { ShownEvent } from '../../event-layout/data.ts';
import type { TakenSeats } from '../../../../inventory/seats/read-taken.ts';
import { arrangeSeating, type Seating } from '../../../seat-map/arrange-seating.ts';
import { nameSeat, nameSeats } from '../../../seat-map/name-seats.ts';
import { paintSelected } from '../../../seat-map/paint-selected.ts';
import { seatAt } from '../../../seat-map/plan.ts';
import { SeatMapView } from '../../../seat-map/seat-map-view.tsx';
import { MarkSwatch, TypeSwatch } from '../../../seat-map/swatch.tsx';
import { useDashboard } from '../../dashboard.ts';
import { lookAgain } from '../../live/look-again.ts';
import { writeMoney } from '../write-money.ts';
import { useSeatTexts, type SeatTexts } from './texts.ts';
import type { ChosenSeat } from './seat-chooser.tsx';

type Props = {
  seats: SeatsToChoose;
  types: readonly GivableType[];
  event: Pick<ShownEvent, 'currency' | 'locale'>;
  chosen: Signal<readonly ChosenSeat[]>;
  /** The address that lists the taken seats. */
  address: string;
  /** The host has changed the seats since. */
  onOtherMap: () => void;
};

// A buyer holds a seat for minutes: a look every few seconds notices it.
const LOOK_EVERY_MS = 3_000;

/** The map to choose seats on, by pointer, keys or screen reader, and the chosen seats as a list. */
export function SeatMapChoice(props: Props): VNode {
  const { seats, chosen } = props;
  const texts = useSeatTexts();
  const seating = useMemo(() => arrangeSeating(seats), [seats]);
  const { taken, isStale, lost } = useTaken(props, seating, texts);
  const notice = useSignal<string | null>(null);
  const chosenIndexes = useComputed(
    () => new Set(chosen.value.flatMap(({ id }) => seating.indexOf.get(id) ?? [])),
  );
  const toggle = (index: number): void => {
    const { id, t } = seatAt(seating.seats, index);
    lost.value = null;
    notice.value = null;
    const others = chosen.value.filter((seat) => seat.id !== id);
    if (others.length < chosen.value.length) chosen.value = others;
    else if (taken.value.has(index)) notice.value = texts.alreadyTaken(nameSeat(seating, texts, index));
    else {
      const ownTypeId = seats.ticketTypeIds[t] ?? '';
      chosen.value = [...chosen.value, { id, ticketTypeId: ownTypeId, ownTypeId }];
    }
  };
  if (seats.seats.length === 0) return <p class="soft">{texts.noSeats}</p>;
  return (
    <div class="stack gap-s can-shrink counter-map">
      <Legend {...props} />
      <div role="alert">{lost.value && <p class="error">{lost.value}</p>}</div>
      <div role="status">
        {notice.value && <p class="error">{notice.value}</p>}
        {isStale.value && <p class="soft">{texts.notLive}</p>}
      </div>
      <ChoiceMap {...props} seating={seating} taken={taken} chosenIndexes={chosenIndexes} onPress={toggle} />
      <ChosenList {...props} seating={seating} chosenIndexes={chosenIndexes.value} onLetGo={toggle} />
    </div>
  );
}

/** Reads the taken seats repeatedly. Chosen seats that somebody else takes are dropped. */
function useTaken(
  { seats, chosen, address, onOtherMap }: Props,
  seating: Seating,
  texts: SeatTexts,
): { taken: Signal<ReadonlySet<number>>; isStale: Signal<boolean>; lost: Signal<string | null> } {
  const { call } = useDashboard();
  const taken = useSignal<ReadonlySet<number>>(new Set(seats.taken));
  const isStale = useSignal(false);
  const lost = useSignal<string | null>(null);
  useEffect(() => {
    const look = async (): Promise<void> => {
      const now = await call<TakenSeats>(address);
      isStale.value = false;
      if (now.version !== seats.version) {
        onOtherMap();
        return;
      }
      taken.value = new Set(now.taken);
      const gone = chosen.value.filter(({ id }) => taken.value.has(seating.indexOf.get(id) ?? -1));
      if (gone.length === 0) return;
      const indexes = gone.flatMap(({ id }) => seating.indexOf.get(id) ?? []);
      lost.value = texts.lost(nameSeats(seating, texts, indexes));
      chosen.value = chosen.value.filter((seat) => !gone.includes(seat));
    };
    return lookAgain(look, { everyMs: LOOK_EVERY_MS, onTrouble: () => (isStale.value = true) });
  }, []);
  return { taken, isStale, lost };
}

/** The meaning of colours and signs. */
function Legend({ seats, types, event }: Props): VNode {
  const texts = useSeatTexts();
  return (
    <ul class="cluster gap-xs-m seats-types">
      {seats.ticketTypeIds.map((id, index) => {
        const type = types.find(({ ticketTypeId }) => ticketTypeId === id);
        return (
          <li key={id}>
            <TypeSwatch type={index} colors={seats.colors} /> {type?.name}{' '}
            {type && writeMoney(type.priceMinor, event)}
          </li>
        );
      })}
      <li>
        <MarkSwatch mark="taken" /> {texts.taken}
      </li>
    </ul>
  );
}

type MapProps = Props & {
  seating: Seating;
  taken: ReadonlySignal<ReadonlySet<number>>;
  chosenIndexes: ReadonlySignal<ReadonlySet<number>>;
  onPress(index: number): void;
};

function ChoiceMap({ seating, taken, chosenIndexes, onPress, ...props }: MapProps): VNode {
  const texts = useSeatTexts();
  const cursor = useSignal(seating.rows[0]?.indexes[0] ?? 0);
  const isTaken = (index: number): boolean => taken.value.has(index);
  const about = (index: number): string[] => {
    const { t, a, v } = seatAt(seating.seats, index);
    const type = props.types.find(({ ticketTypeId }) => ticketTypeId === props.seats.ticketTypeIds[t]);
    const house = props.seats.blocked.find((seat) => seat.index === index);
    return [
      isTaken(index) ? texts.taken : (type?.name ?? ''),
      ...(house ? [texts.houseSeat(house.reason)] : []),
      ...(a ? [texts.accessible] : []),
      ...(v ? [texts.restricted] : []),
    ];
  };
  return (
    <SeatMapView
      seating={seating}
      texts={texts.map}
      cursor={cursor}
      look={{ isFree: (index) => !taken.peek().has(index) }}
      overlays={[(context, frame) => paintSelected(context, frame, chosenIndexes.peek())]}
      onPress={onPress}
      describe={(index) => ({
        label: [nameSeat(seating, texts, index), ...about(index)].join(', '),
        isChecked: chosenIndexes.value.has(index),
        isDisabled: isTaken(index),
      })}
      tip={(index) => (
        <>
          <b>{nameSeat(seating, texts, index)}</b>
          {about(index).map((text) => (
            <span key={text}>{text}</span>
          ))}
        </>
      )}
      onStart={(map) => {
        const stops = [
          effect(() => {
            void taken.value;
            map.repaint(null);
          }),
          effect(() => {
            void chosenIndexes.value;
            map.refresh();
          }),
        ];
        return () => {
          for (const stop of stops) stop();
        };
      }}
    />
  );
}

type ListProps = Props & {
  seating: Seating;
  chosenIndexes: ReadonlySet<number>;
  onLetGo(index: number): void;
};

function ChosenList({ seating, chosenIndexes, onLetGo, ...props }: ListProps): VNode {
  const texts = useSeatTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div class="counter-chosen">
      <h2 ref={heading} tabIndex={-1}>
        {texts.chosenSeats}
      </h2>
      {chosenIndexes.size === 0 && <p class="soft">{texts.nothingChosen}</p>}
      <ul>
        {[...chosenIndexes].map((index) => {
          const name = nameSeat(seating, texts, index);
          return (
            <li key={index}>
              <TypeSwatch type={seatAt(seating.seats, index).t} colors={seating.colors} />
              <span class="counter-seat">{name}</span>
              <PriceOfSeat {...props} index={index} seating={seating} label={texts.priceOf(name)} />
              <button
                type="button"
                class="plain"
                aria-label={texts.letGo(name)}
                onClick={() => {
                  onLetGo(index);
                  // The button goes with its seat, but the focus must stay.
                  heading.current?.focus();
                }}
              >
                ×
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The price that a seat is sold at, if it has further ones. */
function PriceOfSeat({
  seats,
  types,
  event,
  chosen,
  seating,
  index,
  label,
}: Props & { seating: Seating; index: number; label: string }): VNode | null {
  const { id, t } = seatAt(seating.seats, index);
  const skus = new Set([seats.ticketTypeIds[t], ...(seats.furtherPrices?.[t] ?? [])]);
  const prices = types.filter(({ ticketTypeId }) => skus.has(ticketTypeId));
  if (prices.length < 2) return null;
  const now = chosen.value.find((seat) => seat.id === id);
  const choose = (ticketTypeId: string): void => {
    chosen.value = chosen.value.map((seat) => (seat.id === id ? { ...seat, ticketTypeId } : seat));
  };
  return (
    <span class="field counter-seat-price">
      <select
        aria-label={label}
        value={now?.ticketTypeId ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {prices.map(({ ticketTypeId, name, priceMinor }) => (
          <option key={ticketTypeId} value={ticketTypeId}>
            {name}, {writeMoney(priceMinor, event)}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The seats in the address, if they are still free: the page of the hall links here with its selection. */
export function takenAlong(named: string, { seats, ticketTypeIds, taken }: SeatsToChoose): ChosenSeat[] {
  const wanted = new Set(named.split(','));
  const gone = new Set(taken);
  return seats.flatMap(({ id, t }, index) => {
    const ownTypeId = ticketTypeIds[t] ?? '';
    return wanted.has(id) && !gone.has(index) ? [{ id, ticketTypeId: ownTypeId, ownTypeId }] : [];
  });
}
