import { useSignal } from '@preact/signals';
import type { FunctionComponent, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PlanUseProps } from './plan-use.tsx';
import { useEventSeatsTexts } from './texts.ts';

/** A preview of the hall with a version of a plan, loaded when somebody opens it. */
export function LazyPlanUse(props: PlanUseProps): VNode {
  const texts = useEventSeatsTexts();
  const loaded = useSignal<{ View: FunctionComponent<PlanUseProps> } | null>(null);
  useEffect(() => {
    void import('./plan-use.tsx').then(({ PlanUse: View }) => (loaded.value = { View }));
  }, []);
  const View = loaded.value?.View;
  return View ? <View {...props} /> : <p class="soft">{texts.usePlan.looking}</p>;
}
