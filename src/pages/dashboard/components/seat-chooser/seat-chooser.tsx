import { useSignal, type Signal } from '@preact/signals';
import type { FunctionComponent, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { SeatsToChoose } from '../../add-guests/counter-routes.ts';
import { Message } from '../../../shared/message.tsx';
import type { ViewProps } from '../../contract.ts';
import { useDashboard } from '../../dashboard.ts';
import type { Form } from '../use-form.ts';
import { useAction } from '../use-action.ts';
import { queryValue } from '../../paths.ts';
import { useSeatTexts } from './texts.ts';
import type { SeatMapChoice } from './seat-map-choice.tsx';

/** With the ticket type that it is sold as, and its own. */
export type ChosenSeat = { id: string; ticketTypeId: string; ownTypeId: string };

type Props = ViewProps<'addGuests'> & {
  form: Pick<Form, 'id' | 'labels'>;
  chosen: Signal<readonly ChosenSeat[]>;
  /** The reason why the seats were refused. */
  error: string | undefined;
};

type Loaded = {
  seats: SeatsToChoose;
  Map: FunctionComponent<Parameters<typeof SeatMapChoice>[0]>;
};

/** Seats to choose on the map. The code that draws it is loaded only here. */
export function SeatChooser(props: Props): VNode {
  const { data, form, chosen, error } = props;
  const { call, page } = useDashboard();
  const texts = useSeatTexts();
  const loaded = useSignal<Loaded | null>(null);
  const hasFailed = useSignal(false);
  const address = page.inHost(`/events/${data.event.eventId}/guests/seats`);
  const load = useAction(async () => {
    try {
      const [seats, { SeatMapChoice: Map, takenAlong }] = await Promise.all([
        call<SeatsToChoose>(address),
        import('./seat-map-choice.tsx'),
      ]);
      hasFailed.value = false;
      if (!loaded.value) chosen.value = takenAlong(queryValue(page, 'seats'), seats);
      loaded.value = { seats, Map };
    } catch (trouble) {
      hasFailed.value = true;
      throw trouble;
    }
  });
  useEffect(() => load.run(), []);
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
          onOtherMap={() => load.run()}
        />
      ) : hasFailed.value ? (
        <Message
          tone="bad"
          action={
            <button type="button" class="second" onClick={() => load.run()}>
              {texts.again}
            </button>
          }
        >
          {texts.notLoaded}
        </Message>
      ) : (
        <p class="soft">{texts.loading}</p>
      )}
    </fieldset>
  );
}
