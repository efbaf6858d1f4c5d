import { useSignal } from '@preact/signals';
import type { FunctionComponent, VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { PlanDraft } from '../data.ts';
import { Message } from '../../../shared/message.tsx';
import type { ViewProps } from '../../contract.ts';
import { useDashboard } from '../../dashboard.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import type { DesignerProps } from './designer.tsx';
import { createPlanCalls } from './plan-calls.ts';
import { useOpeningTexts } from './opening-texts.ts';

type Opened = { Designer: FunctionComponent<DesignerProps>; draft: PlanDraft };

/** The page that draws a seating plan. The designer and the plan are loaded after the page. */
export function SeatingPlanView({ data }: ViewProps<'seatingPlan'>): VNode {
  const { call, page } = useDashboard();
  const texts = useOpeningTexts();
  const opened = useSignal<Opened | null>(null);
  const hasFailed = useSignal(false);
  const ofHost = page.inHost('/seating-plans');
  const calls = createPlanCalls(call, { ofHost, ofPlan: `${ofHost}/${data.plan.planId}` });
  const open = async (): Promise<void> => {
    hasFailed.value = false;
    try {
      const [{ Designer }, draft] = await Promise.all([import('./designer.tsx'), calls.load()]);
      opened.value = { Designer, draft };
    } catch {
      hasFailed.value = true;
    }
  };
  // Before the page is painted: the document has asked for both already, see dashboard-page.tsx.
  useLayoutEffect(() => void open(), []);
  if (opened.value) {
    const { Designer, draft } = opened.value;
    return <Designer data={data} calls={calls} draft={draft} />;
  }
  return (
    <>
      <PageHeader title={data.plan.name} back={{ href: ofHost, label: texts.plans }}>
        {hasFailed.value ? undefined : texts.opening}
      </PageHeader>
      {hasFailed.value ? (
        <Message
          tone="bad"
          action={
            <button type="button" class="second" onClick={() => void open()}>
              {texts.tryAgain}
            </button>
          }
        >
          {texts.openFailed}
        </Message>
      ) : (
        <Skeleton />
      )}
    </>
  );
}
