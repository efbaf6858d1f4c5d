import { useSignal, useSignalEffect } from '@preact/signals';
import { checkPlan, type PlanProblem } from '../../../../seating-plans/check-plan.ts';
import { useStudio } from './studio.ts';

// Checked after a pause in drawing: with 20,000 seats it takes a frame or two.
const REST_MS = 600;

/** The problems of the plan, a moment after it changed. */
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
