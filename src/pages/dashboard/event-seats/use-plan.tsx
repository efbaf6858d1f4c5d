import { useSignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { EventSeatsView } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { Section } from '../components/section.tsx';
import { LazyPlanUse } from './lazy-plan-use.tsx';
import { useEventSeatsTexts } from './texts.ts';

type Props = { data: EventSeatsView; at: (rest?: string) => string };

/** A new version of the plan that the event uses: shows its changes, and one button uses it. */
export function NewVersion({ data, at }: Props): VNode | null {
  const texts = useEventSeatsTexts().usePlan;
  const { hall } = data;
  if (!hall || hall.newest <= hall.number) return null;
  const { planId, newest } = hall;
  return (
    <Section
      title={texts.newerTitle({ name: hall.name, version: newest })}
      intro={texts.newerIntro(hall.number)}
      isCard
    >
      <LazyPlanUse
        key={`${planId} ${newest}`}
        data={data}
        at={at}
        use={{ planId, number: newest }}
        submit={texts.takeVersion(newest)}
        isFolded
      />
    </Section>
  );
}

/** Uses the hall of a seating plan: preview it, choose ticket types, save. */
export function UsePlan({
  data,
  at,
  looked,
}: Props & { /** The plan that is looked at. */ looked: Signal<string | null> }): VNode {
  const texts = useEventSeatsTexts().usePlan;
  const { page } = useDashboard();
  const mayDraw = page.powers.includes('seating_plans.manage');
  return (
    <Section title={texts.title} intro={texts.intro} isCard>
      {data.hall && (
        <p>
          {texts.uses({ name: data.hall.name, version: data.hall.number })}{' '}
          {mayDraw && <a href={page.inHost(`/seating-plans/${data.hall.planId}`)}>{texts.openPlan}</a>}
        </p>
      )}
      {data.plans.length === 0 ? (
        <p>
          {texts.none} {mayDraw ? <a href={page.inHost('/seating-plans')}>{texts.draw}</a> : texts.askToDraw}
        </p>
      ) : (
        <ChoosePlan data={data} at={at} looked={looked} />
      )}
    </Section>
  );
}

function ChoosePlan({ data, at, looked }: Omit<Props, 'frame'> & { looked: Signal<string | null> }): VNode {
  const texts = useEventSeatsTexts().usePlan;
  const id = useId();
  const chosen = useSignal(data.hall?.planId ?? data.plans[0]?.planId ?? '');
  const planId = looked.value ?? chosen.value;
  const plan = data.plans.find((one) => one.planId === looked.value);
  return (
    <div class="stack start gap-s seats-use">
      <div class="field">
        <label for={id}>{texts.plan}</label>
        <select
          id={id}
          value={planId}
          onChange={(event) => {
            chosen.value = event.currentTarget.value;
            looked.value = null;
          }}
        >
          {data.plans.map(({ planId: value, name, number, seatCount }) => (
            <option key={value} value={value}>
              {texts.option({ name, version: number, count: seatCount })}
            </option>
          ))}
        </select>
      </div>
      {plan ? (
        <LazyPlanUse
          key={`${plan.planId} ${plan.number} ${data.hall?.planId ?? ''} ${data.hall?.number ?? ''}`}
          data={data}
          at={at}
          use={{ planId: plan.planId, number: plan.number }}
          submit={texts.take}
        />
      ) : (
        <button type="button" class="second" onClick={() => (looked.value = planId)}>
          {texts.look}
        </button>
      )}
    </div>
  );
}
