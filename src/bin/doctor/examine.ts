import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../../log/error-message.ts';
import { ALL_CHECKS } from './all-checks.ts';
import { red, type Check, type Finding, type Patient, type Seen } from './finding.ts';
import { createHideSecrets } from './hide-secrets.ts';

/** Runs every check at the same time, each for as long as it may take. Rejects never; secrets are in no finding. */
export async function examine(patient: Patient, checks: readonly Check[] = ALL_CHECKS): Promise<Finding[]> {
  const hide = createHideSecrets(patient.config);
  const found = await Promise.all(
    checks.map(async (check) => {
      const seen = await lookInTime(patient, check);
      return seen.map(({ light, says, next }) => ({
        check: check.name,
        light,
        says: hide(says),
        next: next === null ? null : hide(next),
      }));
    }),
  );
  return found.flat();
}

async function lookInTime(patient: Patient, { look, limitMs }: Check): Promise<Seen[]> {
  const stopping = new AbortController();
  const late = delay(limitMs, null, { signal: stopping.signal }).catch(() => null);
  try {
    const seen = await Promise.race([look(patient, stopping.signal), late]);
    return (
      seen ?? [
        red(`No answer within ${limitMs / 1000} s.`, 'See whether that part runs, and is not overloaded.'),
      ]
    );
  } catch (error) {
    return [
      red(errorMessage(error).slice(0, 300), 'See whether that part runs, and whether its setting is right.'),
    ];
  } finally {
    stopping.abort();
  }
}
