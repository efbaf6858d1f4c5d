import { CallFailed } from '../../shared/call-server.ts';
import type { Texts } from '../texts/read-texts.ts';

/** The reason of a failed call, in a sentence for the person. Any other error is a bug and also goes to the console. */
export function tellFailure({ parts }: Texts, error: unknown): string {
  if (!(error instanceof CallFailed)) {
    reportError(error);
    return parts.failed;
  }
  if (error.reason !== 'refused') return parts[error.reason];
  // A gateway that is down has its own message.
  const isOurs = error.refusal === null || (error.refusal.status >= 500 && error.code !== 'gateway_away');
  return isOurs ? parts.failed : error.message;
}
