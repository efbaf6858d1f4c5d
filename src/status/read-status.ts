import type { Queryable } from '../db/database.ts';
import type { Incident } from './incident.ts';
import { listIncidents } from './list-incidents.ts';

/** `late`: sales go on, and e-mails with tickets wait. `down`: the database can't be reached. */
export type ServiceState = 'sound' | 'late' | 'incident' | 'down';

export type Status = {
  state: ServiceState;
  /** Null: not known. */
  since: Date | null;
  /** The newest first. */
  current: Incident[];
  planned: Incident[];
  past: Incident[];
};

const SHOWN = { limit: 30, days: 90 };
// A worker that is replaced, or a mail server that pauses, is away for less.
const LATE_SECONDS = 600;
// Fewer may be single recipients whose mail servers are slow.
const LATE_MAILS = 5;
// Along an index: a long queue costs no more than a short one.
const LOOKED_AT = 200;

type Facts = { now: Date; soundSince: Date; lateSince: Date | null };

const FACTS_SQL = `
  SELECT now() AS now, sound_since AS "soundSince",
         (SELECT created_at FROM (SELECT created_at FROM jobs WHERE kind = 'send_mail' AND set_aside_at IS NULL
                                   ORDER BY run_at, id LIMIT ${LOOKED_AT}) AS waiting
           WHERE created_at < now() - interval '${LATE_SECONDS} seconds'
           ORDER BY created_at OFFSET ${LATE_MAILS - 1} LIMIT 1) AS "lateSince"
    FROM soundness`;

export async function readStatus(db: Queryable): Promise<Status> {
  const { rows } = await db.query<Facts>(FACTS_SQL);
  const incidents = await listIncidents(db, SHOWN);
  const facts = rows[0];
  const nowMs = facts?.now.getTime() ?? Date.now();
  const current = incidents.filter(({ beganAt, endedAt }) => endedAt === null && beganAt.getTime() <= nowMs);
  const planned = incidents.filter(({ beganAt }) => beganAt.getTime() > nowMs);
  const past = incidents.filter(({ endedAt }) => endedAt !== null);
  const first = current.at(-1);
  const ends = past.flatMap(({ endedAt }) => endedAt ?? []);
  const soundSince = facts ? latest([facts.soundSince, ...ends]) : null;
  return {
    ...(first
      ? { state: 'incident', since: first.beganAt }
      : facts?.lateSince
        ? { state: 'late', since: facts.lateSince }
        : { state: 'sound', since: soundSince }),
    current,
    planned,
    past,
  };
}

const latest = (dates: Date[]): Date => new Date(Math.max(...dates.map((date) => date.getTime())));

/** The database answers again after a break that people noticed. Processes that notice the same break say so once. */
export async function markSoundAgain(db: Queryable, downSince: Date): Promise<void> {
  await db.query('UPDATE soundness SET sound_since = now() WHERE sound_since <= $1', [downSince]);
}
