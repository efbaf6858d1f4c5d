import { Refusal } from '../../refusal.ts';
import type { Session } from './sessions.ts';
import { secondStepRequired } from '../factors/second-step.ts';

/**
 * For what would give an account away: a factor, the e-mail. Who has a factor has passed it within the last minutes, and a
 * password does not stand in for it; who has none has signed in, or given the password again.
 */
export function requireRecentProof(session: Session): void {
  if (session.hasFactor) {
    if (session.isFactorFresh) return;
    throw secondStepRequired();
  }
  if (!session.isSignInFresh) {
    throw new Refusal('password_required', 'Enter your password again to continue.');
  }
}
