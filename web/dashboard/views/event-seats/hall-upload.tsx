import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type {
  EventSeatsView,
  ListOfPlan,
  ReplacedSeats,
  SeatListCheck,
} from '../../../../src/dashboard/event-seats/event-seats-view.ts';
import { MAX_PLAN_CHARACTERS } from '../../../../src/seating-plans/limits.ts';
import { CallFailed } from '../../../shared/call-server.ts';
import { Message } from '../../../shared/message.tsx';
import { useDashboard } from '../../dashboard.ts';
import { CsvUpload } from '../../parts/csv-upload/csv-upload.tsx';
import { LazyHall } from './lazy-hall.tsx';
import { NewTypePrices, type Prices } from './new-type-prices.tsx';
import { PlanNotes } from './plan-notes.tsx';
import { StartFromTemplate } from './start-from-template.tsx';
import { useEventSeatsTexts } from './texts/texts.ts';

/** A hall from a template, a plan or a list: looked at, priced, and then saved. */
export function HallUpload({
  data,
  at,
  isEmpty,
  onSaved,
}: {
  data: EventSeatsView;
  at: (rest?: string) => string;
  isEmpty: boolean;
  onSaved: () => void;
}): VNode {
  const { call, router, toasts } = useDashboard();
  const texts = useEventSeatsTexts();
  const checked = useSignal<SeatListCheck | null>(null);
  const prices = useSignal<Prices>({});
  /** Of the list that was made of a plan last. */
  const made = useSignal<ListOfPlan | null>(null);
  // Another upload begins anew.
  const uploads = useSignal(0);
  const look = async (text: string): Promise<SeatListCheck['preview']> => {
    if (made.value?.list !== text) made.value = null;
    checked.value = await call<SeatListCheck>(at('/check'), { method: 'POST', body: { text } });
    return checked.value.preview;
  };
  const readPlan = async (text: string): Promise<string> => {
    made.value = await call<ListOfPlan>(at('/plan'), { method: 'POST', body: { text } });
    return made.value.list;
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
      prices.value = {};
      uploads.value += 1;
      onSaved();
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
    <CsvUpload
      key={uploads.value}
      templateHref={at('/template')}
      check={look}
      take={take}
      submit={texts.save}
      say={texts.problem}
      isReady={isPriced && check?.inTheWay.count === 0}
      plans={{ hint: texts.planHint, maxCharacters: MAX_PLAN_CHARACTERS, toList: readPlan }}
      start={(show) => (
        <>
          <StartFromTemplate
            templates={data.templates}
            isOpen={isEmpty}
            load={async (templateId) => {
              made.value = await call<ListOfPlan>(at(`/plan-templates/${templateId}`));
              show(made.value.list);
            }}
          />
          <ListColumns />
        </>
      )}
      notes={made.value && <PlanNotes notes={made.value.notes} />}
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
