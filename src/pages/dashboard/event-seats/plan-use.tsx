import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { EventSeatsView, MatchedCategory, PlanUseCheck, ReplacedSeats } from './data.ts';
import { CallFailed } from '../../shared/call-server.ts';
import { useDashboard } from '../dashboard.ts';
import { useAction } from '../components/use-action.ts';
import { InTheWay } from './in-the-way.tsx';
import { LazyHall } from './lazy-hall.tsx';
import { NewTypePrices, type Prices } from './new-type-prices.tsx';
import { usePlanUseTexts } from './plan-use-texts.ts';
import { useEventSeatsTexts } from './texts.ts';

export type PlanUseProps = {
  data: EventSeatsView;
  at: (rest?: string) => string;
  use: { planId: string; number: number };
  /** The button's label. */
  submit: string;
  /** Folds the table of ticket types when there is nothing to decide. */
  isFolded?: boolean;
};

const keyOf = ({ categoryId, kind }: Pick<MatchedCategory, 'categoryId' | 'kind'>): string =>
  `${kind} ${categoryId}`;

/** A preview of the hall with a version of a plan, and the button that uses it. */
export function PlanUse({ isFolded = false, ...props }: PlanUseProps): VNode {
  const { data, submit } = props;
  const texts = useEventSeatsTexts();
  const words = usePlanUseTexts();
  const use = usePlanUse(props);
  const checked = use.checked.value;
  if (!checked) return <p class="soft">{texts.usePlan.looking}</p>;
  const details = (
    <>
      <Categories data={data} categories={checked.categories} valueOf={use.typeOf} onChange={use.choose} />
      <LazyHall key={checked.plan} plan={checked.plan} />
    </>
  );
  return (
    <div class="stack start gap-s seats-use">
      <div role="status">
        <Changes checked={checked} />
      </div>
      {checked.inTheWay.count > 0 && <InTheWay inTheWay={checked.inTheWay} />}
      {use.newNames.length > 0 && (
        <NewTypePrices event={data.event} names={use.newNames} prices={use.prices} />
      )}
      {isFolded && use.newNames.length === 0 ? (
        <details class="seats-details">
          <summary>{words.details}</summary>
          {details}
        </details>
      ) : (
        details
      )}
      <button
        type="button"
        class="main"
        aria-disabled={!use.isReady}
        aria-busy={use.take.isBusy}
        onClick={() => use.isReady && use.take.run()}
      >
        {submit}
        {use.take.isBusy && <span class="spinner" />}
      </button>
    </div>
  );
}

/** Previews the hall again after every choice, and saves it. */
function usePlanUse({ data, at, use }: PlanUseProps) {
  const { call, router, toasts } = useDashboard();
  const texts = useEventSeatsTexts();
  const checked = useSignal<PlanUseCheck | null>(null);
  /** Ticket types that were chosen; empty: a new one. */
  const chosen = useSignal<Readonly<Record<string, string>>>({});
  const prices = useSignal<Prices>({});
  const typeOf = (category: MatchedCategory): string =>
    chosen.value[keyOf(category)] ?? category.ticketTypeId ?? '';
  const choices = () =>
    (checked.value?.categories ?? []).map((category) => {
      const { categoryId, kind, name } = category;
      const ticketTypeId = typeOf(category);
      return ticketTypeId !== ''
        ? { categoryId, kind, ticketTypeId }
        : { categoryId, kind, newType: { name, priceMinor: prices.value[name] ?? 0 } };
    });
  const check = async (categories: object[]): Promise<void> => {
    checked.value = await call<PlanUseCheck>(at('/check-plan'), {
      method: 'POST',
      body: { ...use, categories },
    });
  };
  const look = useAction(check);
  useEffect(() => look.run([]), []);
  const take = useAction(async () => {
    const body = { ...use, version: data.version, categories: choices() };
    try {
      const done = await call<ReplacedSeats>(at('/use-plan'), { method: 'POST', body });
      toasts.tell({ tone: 'good', text: texts.saved(done.seats) });
      await router.refresh();
    } catch (error) {
      const isLate =
        error instanceof CallFailed && ['changed_meanwhile', 'seats_in_use'].includes(error.code ?? '');
      if (isLate) await Promise.all([check(body.categories), router.refresh()]);
      throw error;
    }
  });
  const newNames = [
    ...new Set((checked.value?.categories ?? []).filter((one) => typeOf(one) === '').map(({ name }) => name)),
  ];
  const isPriced = newNames.every((name) => typeof prices.value[name] === 'number');
  return {
    checked,
    prices,
    newNames,
    typeOf,
    take,
    isReady: isPriced && checked.value?.inTheWay.count === 0,
    choose(category: MatchedCategory, value: string): void {
      chosen.value = { ...chosen.value, [keyOf(category)]: value };
      look.run(choices());
    },
  };
}

/** The seats that are added, removed and changed. */
function Changes({ checked }: { checked: PlanUseCheck }): VNode {
  const texts = useEventSeatsTexts();
  const words = usePlanUseTexts();
  const { named, added, changed, removed } = checked;
  const all = added === checked.plan.seats.length;
  return (
    <>
      <p>{texts.differences(checked)}</p>
      {!all && (
        <ul class="seats-changes">
          {added > 0 && <li>{words.change('added', named.added, added)}</li>}
          {changed > 0 && <li>{words.change('changed', named.changed, changed)}</li>}
          {removed > 0 && <li>{words.change('removed', named.removed, removed)}</li>}
        </ul>
      )}
    </>
  );
}

/** The ticket type of every category. */
function Categories({
  data,
  categories,
  valueOf,
  onChange,
}: {
  data: EventSeatsView;
  categories: readonly MatchedCategory[];
  valueOf: (category: MatchedCategory) => string;
  onChange: (category: MatchedCategory, ticketTypeId: string) => void;
}): VNode {
  const words = usePlanUseTexts();
  const id = useId();
  return (
    <fieldset class="stack gap-s seats-prices">
      <legend>{words.categories}</legend>
      {categories.map((category) => {
        const key = `${id}-${keyOf(category)}`;
        return (
          <div key={key} class="field">
            <label for={key}>{words.soldAs(category)}</label>
            <select
              id={key}
              value={valueOf(category)}
              onChange={(event) => onChange(category, event.currentTarget.value)}
            >
              <option value="">{words.newType(category.name)}</option>
              {data.types
                .filter(({ kind }) => kind === category.kind)
                .map(({ ticketTypeId, name }) => (
                  <option key={ticketTypeId} value={ticketTypeId}>
                    {name}
                  </option>
                ))}
            </select>
          </div>
        );
      })}
    </fieldset>
  );
}
