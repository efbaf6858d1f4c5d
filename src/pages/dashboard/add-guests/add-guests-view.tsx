import type { VNode } from 'preact';
import type { Way } from './data.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { SubNavigation } from '../components/sub-navigation.tsx';
import { withQuery } from '../paths.ts';
import { CounterForm, SeatGiftForm } from './counter-form.tsx';
import { GiveForm } from './give-form.tsx';
import { ListForm } from './list-form.tsx';
import { useAddGuestsTexts } from './texts.ts';

const FORMS = { give: GiveForm, list: ListForm, counter: CounterForm } satisfies Record<Way, unknown>;

/** Tickets that the host gives away, or sells without a gateway. */
export function AddGuestsView({ data }: ViewProps<'addGuests'>): VNode {
  const texts = useAddGuestsTexts();
  const { page } = useDashboard();
  // A seat is given by its place on the map.
  const hasSeats = data.ticketTypes.some(({ kind }) => kind === 'SEATED');
  const Form = data.way === 'give' && hasSeats ? SeatGiftForm : FORMS[data.way];
  const closed = (texts.closed as Partial<Record<string, string>>)[data.event.state];
  const here = page.inHost(`/events/${data.event.eventId}/guests/add`);
  return (
    <EventLayout event={data.event} page="guests">
      <SubNavigation
        label={texts.ways}
        isSecond
        pages={(Object.keys(FORMS) as Way[]).map((way) => ({
          href: withQuery(here, { way: way === 'give' ? '' : way }),
          label: texts.way[way],
          isCurrent: way === data.way,
        }))}
      />
      {closed === undefined ? <Form key={data.way} data={data} /> : <p>{closed}</p>}
    </EventLayout>
  );
}
