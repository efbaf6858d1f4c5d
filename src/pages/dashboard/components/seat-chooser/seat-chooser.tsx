import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { SeatsToChoose } from '../../add-guests/counter-routes.ts';
import type { ViewProps } from '../../contract.ts';
import { useDashboard } from '../../dashboard.ts';
import type { Form } from '../use-form.ts';
import { useLoading } from '../use-loading.tsx';
import { queryValue } from '../../paths.ts';
import { useSeatTexts } from './texts.ts';

/** With the ticket type that it is sold as, and its own. */
export type ChosenSeat = { id: string; ticketTypeId: string; ownTypeId: string };

type Props = ViewProps<'addGuests'> & {
  form: Pick<Form, 'id' | 'labels'>;
  chosen: Signal<readonly ChosenSeat[]>;
  /** The reason why the seats were refused. */
  error: string | undefined;
};

/** Seats to choose on the map. The code that draws it is loaded only here. */
export function SeatChooser(props: Props): VNode {
  const { data, form, chosen, error } = props;
  const { call, page } = useDashboard();
  const texts = useSeatTexts();
  const address = page.inHost(`/events/${data.event.eventId}/guests/seats`);
  const { loaded, load, waiting } = useLoading(async () => {
    const [seats, { SeatMapChoice: Map, takenAlong }] = await Promise.all([
      call<SeatsToChoose>(address),
      import('./seat-map-choice.tsx'),
    ]);
    if (!loaded.value) chosen.value = takenAlong(queryValue(page, 'seats'), seats);
    return { seats, Map };
  }, texts);
  form.labels.set('seatIds', texts.seats);
  const shown = loaded.value;
  return (
    <fieldset
      class="stack gap-s counter-seats"
      aria-describedby={error === undefined ? undefined : `${form.id}-seats`}
    >
      <legend>{texts.seats}</legend>
      <div role="alert">
        {error !== undefined && (
          <p class="error" id={`${form.id}-seats`} tabIndex={-1} aria-invalid="true">
            {error}
          </p>
        )}
      </div>
      {shown ? (
        <shown.Map
          // The seats changed: draw the map again, with the choice that is still valid.
          key={shown.seats.version}
          seats={shown.seats}
          types={data.ticketTypes}
          event={data.event}
          chosen={chosen}
          address={`${address}/taken`}
          onOtherMap={load}
        />
      ) : (
        waiting
      )}
    </fieldset>
  );
}
