import type { ComponentChildren, VNode } from 'preact';

export const STEP_HEADING = 'step-heading';

/** Gets the focus when its step opens, so that it is read and the next Tab is within the step. */
export function StepHeading({ children }: { children: ComponentChildren }): VNode {
  return (
    <h2 id={STEP_HEADING} tabIndex={-1}>
      {children}
    </h2>
  );
}
