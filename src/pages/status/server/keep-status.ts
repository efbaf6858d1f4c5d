import type { Database } from '../../../db/database.ts';
import { markSoundAgain, readStatus, type Status } from '../../../status/read-status.ts';

// However many people look, the database is asked this often by each process.
const EVERY_MS = 10_000;
// One question that fails may be a stampede, in which sales go on: people are told after the second.
const FAILURES_TO_TELL = 2;

type Keeper = {
  /** The last status, which may be of before the database went away. Waits for the first one. */
  current(): Promise<Status>;
  close(): void;
};

/** Knows the status without asking anybody when it is wanted. */
export function keepStatus(
  database: Database,
  { everyMs = EVERY_MS, now = () => new Date() }: { everyMs?: number; now?: () => Date } = {},
): Keeper {
  let known: Omit<Status, 'state' | 'since'> = { current: [], planned: [], past: [] };
  let status: Status = { state: 'sound', since: null, ...known };
  let failures = 0;
  let failedSince: Date | null = null;
  let isClosed = false;

  async function look(): Promise<void> {
    try {
      if (failedSince && failures >= FAILURES_TO_TELL) await markSoundAgain(database, failedSince);
      status = await readStatus(database);
      known = status;
      failures = 0;
      failedSince = null;
    } catch {
      failedSince ??= now();
      failures += 1;
      if (failures >= FAILURES_TO_TELL) status = { ...known, state: 'down', since: failedSince };
    }
  }

  let timer: NodeJS.Timeout | undefined;
  // One after the other: a question that hangs is not asked again meanwhile.
  const goOn = (): void => {
    if (isClosed) return;
    timer = setTimeout(() => void look().finally(goOn), everyMs);
    timer.unref();
  };
  const first = look().finally(goOn);

  return {
    async current() {
      await first;
      return status;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
