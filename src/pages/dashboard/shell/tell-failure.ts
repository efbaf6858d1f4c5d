import { CallFailed } from '../../shared/call-server.ts';
import type { Texts } from '../texts/texts.ts';

/** Why a call did not work, in a sentence for the person who made it. What is no failed call is a bug: the browser is told too. */
export function tellFailure({ parts }: Texts, error: unknown): string {
  if (!(error instanceof CallFailed)) {
    reportError(error);
    return parts.failed;
  }
  if (error.reason !== 'refused') return parts[error.reason];
  // A gateway that is away says more than that something failed.
  const isOurs = error.refusal === null || (error.refusal.status >= 500 && error.code !== 'gateway_away');
  return isOurs ? parts.failed : error.message;
}
