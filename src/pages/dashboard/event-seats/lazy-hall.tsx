import { useSignal } from '@preact/signals';
import type { FunctionComponent, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { HallPlan } from './data.ts';
import { useEventSeatsTexts } from './texts.ts';

/** A hall as buyers see it. Its code is loaded when there is a hall to draw. */
export function LazyHall({ plan }: { plan: HallPlan }): VNode {
  const texts = useEventSeatsTexts();
  const hall = useSignal<{ view: FunctionComponent<{ plan: HallPlan }> } | null>(null);
  useEffect(() => {
    void import('./drawn-hall.tsx').then(({ DrawnHall }) => (hall.value = { view: DrawnHall }));
  }, []);
  const View = hall.value?.view;
  return View ? <View plan={plan} /> : <p class="soft">{texts.drawing}</p>;
}
