import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type {
  HallPlan,
  ReplacedSeats,
  SeatListCheck,
} from '../../../../src/dashboard/event-seats/event-seats-view.ts';
import { Message } from '../../../shared/message.tsx';
import { CallFailed } from '../../../shared/call-server.ts';
import type { ViewProps } from '../../contract.ts';
import { useDashboard } from '../../dashboard.ts';
import { CsvUpload } from '../../parts/csv-upload/csv-upload.tsx';
import { EventFrame } from '../../parts/event-frame.tsx';
import { Section } from '../../parts/section.tsx';
import { useAction } from '../../parts/use-action.ts';
import { inHost } from '../../paths.ts';
import { HallSummary } from './hall-summary.tsx';
import { LazyHall } from './lazy-hall.tsx';
import { NewTypePrices, type Prices } from './new-type-prices.tsx';
import { useEventSeatsTexts } from './texts/texts.ts';

/** The seats of the hall, and which ticket type each is sold as. */
export function EventSeatsView({ data, frame }: ViewProps<'eventSeats'>): VNode {
  const { call, router, toasts } = useDashboard();
  const texts = useEventSeatsTexts();
  const checked = useSignal<SeatListCheck | null>(null);
  const prices = useSignal<Prices>({});
  const drawn = useSignal<HallPlan | null>(null);
  // Another upload begins anew.
  const uploads = useSignal(0);
  const at = (rest = ''): string => inHost(frame, `/events/${data.event.eventId}/seats${rest}`);
  const draw = useAction(async () => {
    drawn.value = (await call<{ plan: HallPlan }>(at('/map'))).plan;
  });
  const seatCount = data.sections.reduce((sum, { seats }) => sum + seats, 0);
  const look = async (text: string): Promise<SeatListCheck['preview']> => {
    checked.value = await call<SeatListCheck>(at('/check'), { method: 'POST', body: { text } });
    return checked.value.preview;
  };
  const take = async (text: string): Promise<void> => {
    const newTypes = (checked.value?.newTypes ?? []).map((name) => ({
      name,
      priceMinor: prices.value[name] ?? 0,
    }));
    try {
      const body = { text, version: data.version, newTypes };
      const done = await call<ReplacedSeats>(at(), { method: 'POST', body });
      toasts.tell({ tone: 'good', text: texts.saved(done.seats) });
      checked.value = null;
      drawn.value = null;
      prices.value = {};
      uploads.value += 1;
      await router.refresh();
    } catch (error) {
      // What stands in the way, or what others did meanwhile, is looked at again; whoever saves has seen it then.
      const isLate =
        error instanceof CallFailed && ['changed_meanwhile', 'seats_in_use'].includes(error.code ?? '');
      if (isLate) await Promise.all([look(text), router.refresh()]);
      throw error;
    }
  };
  const check = checked.value;
  const isPriced = check?.newTypes.every((name) => typeof prices.value[name] === 'number') ?? true;
  return (
    <EventFrame event={data.event} frame={frame} page="seats">
      {seatCount > 0 && (
        <Section
          title={texts.hall}
          action={
            <div class="actions">
              {!drawn.value && (
                <button type="button" class="second" aria-busy={draw.isBusy} onClick={() => draw.run()}>
                  {texts.draw}
                  {draw.isBusy && <span class="spinner" />}
                </button>
              )}
              <a class="second" href={at('/export')} download>
                {texts.export}
              </a>
            </div>
          }
        >
          <HallSummary data={data} />
          {drawn.value && <LazyHall plan={drawn.value} />}
        </Section>
      )}
      <Section
        title={seatCount > 0 ? texts.replaceTitle : texts.firstTitle}
        intro={seatCount > 0 ? texts.replaceIntro : texts.firstIntro}
        isCard
      >
        <ListColumns />
        <CsvUpload
          key={uploads.value}
          templateHref={at('/template')}
          check={look}
          take={take}
          submit={texts.save}
          say={texts.problem}
          isReady={isPriced && check?.inTheWay.count === 0}
        >
          {check && (
            <>
              <p>{texts.differences(check)}</p>
              {check.inTheWay.count > 0 && <InTheWay check={check} />}
              {check.newTypes.length > 0 && (
                <NewTypePrices event={data.event} names={check.newTypes} prices={prices} />
              )}
              {check.plan && <LazyHall key={check.plan} plan={check.plan} />}
            </>
          )}
        </CsvUpload>
      </Section>
    </EventFrame>
  );
}

/** What a list has in it. */
function ListColumns(): VNode {
  const texts = useEventSeatsTexts();
  return (
    <details class="seats-columns">
      <summary>{texts.columnsTitle}</summary>
      <dl>
        {texts.columns.map(([name, about]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const MAX_NAMED = 20;

/** Seats that somebody has, and that the list would take away. */
function InTheWay({ check }: { check: SeatListCheck }): VNode {
  const texts = useEventSeatsTexts();
  const { count, seats } = check.inTheWay;
  return (
    <Message tone="bad">
      <strong>{texts.inTheWay(count)}</strong>
      <ul>
        {seats.slice(0, MAX_NAMED).map((seat) => (
          <li key={`${seat.section} ${seat.rowLabel} ${seat.seatLabel}`}>{texts.oneInTheWay(seat)}</li>
        ))}
      </ul>
      {count > MAX_NAMED && texts.moreInTheWay(count - MAX_NAMED)}
    </Message>
  );
}
