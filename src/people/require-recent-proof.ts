import { Refusal } from '../refusal.ts';
import type { Session } from './sessions.ts';

/**
 * For what would give an account away: a factor, the e-mail. Who has a factor has passed it within the last minutes, and a
 * password does not stand in for it; who has none has signed in, or given the password again.
 */
export function requireRecentProof(session: Session): void {
  if (session.hasFactor) {
    if (session.isFactorFresh) return;
    throw new Refusal('second_step_required', 'Confirm with your second factor, then go on.');
  }
  if (!session.isSignInFresh) {
    throw new Refusal('password_required', 'Type your password again, then go on.');
  }
}
