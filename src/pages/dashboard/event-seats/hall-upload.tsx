import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { EventSeatsView, ReplacedSeats, SeatListCheck, StartedPlan } from './data.ts';
import { LONGEST, MAX_PLAN_CHARACTERS } from '../../../seating-plans/limits.ts';
import { CallFailed } from '../../shared/call-server.ts';
import { useDashboard } from '../dashboard.ts';
import { CsvUpload } from '../components/csv-upload/csv-upload.tsx';
import { TemplateCards } from '../components/template-cards/template-cards.tsx';
import { useAction } from '../components/use-action.ts';
import { InTheWay } from './in-the-way.tsx';
import { LazyHall } from './lazy-hall.tsx';
import { NewTypePrices, type Prices } from './new-type-prices.tsx';
import { useEventSeatsTexts } from './texts.ts';

type Source = { name: string; from: 'template' | 'file'; id?: string; text?: string };

/** A hall from a template or a plan, which becomes a plan of the host; or from a list, which is checked, priced and then saved. */
export function HallUpload({
  data,
  at,
  isEmpty,
  mayDraw,
  onStarted,
}: {
  data: EventSeatsView;
  at: (rest?: string) => string;
  isEmpty: boolean;
  /** A template or a file becomes a plan of the host. Members limited to some events can't do it. */
  mayDraw: boolean;
  onStarted: (plan: StartedPlan & { name: string }) => void;
}): VNode {
  const { call, router, toasts } = useDashboard();
  const texts = useEventSeatsTexts();
  const checked = useSignal<SeatListCheck | null>(null);
  const prices = useSignal<Prices>({});
  // Another upload starts over.
  const uploads = useSignal(0);
  const start = async (source: Source): Promise<void> => {
    const plan = await call<StartedPlan>(at('/start-plan'), { method: 'POST', body: source });
    await router.refresh();
    uploads.value += 1;
    onStarted({ ...plan, name: source.name });
  };
  const starting = useAction(start);
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
      prices.value = {};
      uploads.value += 1;
      await router.refresh();
    } catch (error) {
      // Check conflicts and changes by others again, so that the member sees them before saving.
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
      isReady={isPriced}
      obstacle={check && check.inTheWay.count > 0 && <InTheWay inTheWay={check.inTheWay} />}
      {...(mayDraw && {
        plans: {
          hint: texts.planHint,
          maxCharacters: MAX_PLAN_CHARACTERS,
          take: (text: string, fileName: string) =>
            start({ name: nameOfFile(fileName) || texts.newHall, from: 'file', text }),
        },
      })}
      start={
        <>
          {mayDraw && (
            <details class="seats-start" open={isEmpty}>
              <summary>{texts.startTitle}</summary>
              <p class="soft">{texts.startIntro}</p>
              <TemplateCards
                templates={data.templates}
                isBusy={starting.isBusy}
                onChoose={(id, name) => starting.run({ name, from: 'template', id })}
              />
            </details>
          )}
          <ListColumns />
        </>
      }
    >
      {check && (
        <>
          <p>{texts.differences(check)}</p>
          {check.newTypes.length > 0 && (
            <NewTypePrices event={data.event} names={check.newTypes} prices={prices} />
          )}
          {check.plan && <LazyHall key={check.plan} plan={check.plan} />}
        </>
      )}
    </CsvUpload>
  );
}

/** The file's name without its extension. */
const nameOfFile = (fileName: string): string =>
  Array.from(fileName.replace(/\.\w{1,5}$/, '').trim())
    .slice(0, LONGEST.plan)
    .join('');

// Their names are the same in every language.
const COLUMNS = [
  ['section', 'section'],
  ['row', 'row'],
  ['seat', 'seat'],
  ['x, y', 'xy'],
  ['type', 'type'],
  ['marks', 'marks'],
] as const;

/** The columns of a list. */
function ListColumns(): VNode {
  const texts = useEventSeatsTexts();
  return (
    <details class="below-m seats-columns">
      <summary>{texts.columnsTitle}</summary>
      <dl>
        {COLUMNS.map(([name, column]) => (
          <div key={name}>
            <dt>
              <code dir="auto">{name}</code>
            </dt>
            <dd>{texts.columns[column]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
