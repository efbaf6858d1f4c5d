import { useSignal, useSignalEffect } from '@preact/signals';
import { checkPlan, type PlanProblem } from '../../../../seating-plans/check-plan.ts';
import { useStudio } from './studio.ts';

// Looked for once the hand rests: with twenty thousand seats it takes as long as a frame or two.
const REST_MS = 600;

/** What is wrong with the plan, a moment after it changed. */
export function useProblems(): readonly PlanProblem[] {
  const { desk } = useStudio();
  const problems = useSignal<readonly PlanProblem[]>([]);
  useSignalEffect(() => {
    const plan = desk.plan.value;
    const timer = setTimeout(() => (problems.value = checkPlan(plan)), REST_MS);
    return () => clearTimeout(timer);
  });
  return problems.value;
}
