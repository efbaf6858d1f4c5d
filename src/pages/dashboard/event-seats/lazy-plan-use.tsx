import { lazily } from '../components/lazily.tsx';
import { useEventSeatsTexts } from './texts.ts';

/** A preview of the hall with a version of a plan, loaded when somebody opens it. */
export const LazyPlanUse = lazily(
  async () => (await import('./plan-use.tsx')).PlanUse,
  () => <p class="soft">{useEventSeatsTexts().usePlan.looking}</p>,
);
