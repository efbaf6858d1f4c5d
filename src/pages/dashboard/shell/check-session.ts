import { fetchView } from './fetch-view.ts';
import type { Questions } from './questions.ts';
import type { Router } from './router.ts';

/** Finds out whether the session has ended in another tab, or on another device. */
export type CheckSession = () => Promise<void>;

/**
 * A page without a session shows old figures: the browser loads it again, and the server leads to the sign-in. If something is
 * typed, the page stays and asks the person to sign in.
 */
export function createCheckSession(deps: { router: Router; questions: Questions }): CheckSession {
  const { router, questions } = deps;
  let isChecking = false;
  return async () => {
    if (isChecking || questions.asked.peek() !== null) return;
    isChecking = true;
    try {
      const { base, person } = router.place.peek().answer.context;
      const fetched = await fetchView(`${base}/me`, new AbortController().signal);
      const isOver = fetched.kind === 'refused' && fetched.refusal.error_code === 'sign_in_required';
      const isOthers = fetched.kind === 'view' && fetched.answer.context.person.email !== person.email;
      if (!isOver && !isOthers) return;
      if (!router.isDirty()) location.reload();
      else if (isOver) await questions.ask('sign in');
    } finally {
      isChecking = false;
    }
  };
}
