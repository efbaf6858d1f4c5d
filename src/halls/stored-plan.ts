import type { Queryable } from '../db/database.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { MAX_PLAN_BYTES, MAX_PLAN_CHARACTERS } from '../seating-plans/limits.ts';
import { countSeats, type SeatingPlan } from '../seating-plans/plan-schema.ts';
import { sketchPlan, type Sketch } from '../seating-plans/sketch.ts';

/** Of a host, without those that were put away. */
export const MAX_PLANS = 200;

export type OfPlan = { hostId: string; planId: string };

/** A plan of a host, without what is drawn. */
export type StoredPlan = {
  planId: string;
  name: string;
  seatCount: number;
  /** Of the draft. */
  version: number;
  published: number | null;
  hasChanges: boolean;
  changedAt: Date;
  isArchived: boolean;
};

export const PLAN_COLUMNS = `p.id AS "planId", p.name, p.seat_count AS "seatCount", p.version, p.published,
  p.version IS DISTINCT FROM p.published_version AS "hasChanges", p.changed_at AS "changedAt",
  p.archived_at IS NOT NULL AS "isArchived"`;

export const noSuchPlan = (): Refusal =>
  new Refusal('not_found', 'There is no such seating plan, or you don’t have access to it.');

export async function readStoredPlan(
  database: Queryable,
  { hostId, planId }: OfPlan,
  lock: '' | 'FOR NO KEY UPDATE' = '',
): Promise<StoredPlan> {
  const { rows } = await database.query<StoredPlan>(
    `SELECT ${PLAN_COLUMNS} FROM seating_plans AS p WHERE p.id = $1 AND p.host_id = $2 ${lock}`,
    [planId, hostId],
  );
  if (!rows[0]) throw noSuchPlan();
  return rows[0];
}

/** Members who change one plan come one after the other. Who saved over somebody else's draft is told so. */
export async function lockPlan(
  tx: Queryable,
  { version, ...which }: OfPlan & { version: number | null },
): Promise<StoredPlan> {
  const stored = await readStoredPlan(tx, which, 'FOR NO KEY UPDATE');
  if (version !== null && stored.version !== version)
    throw new Refusal('changed_meanwhile', 'Somebody else has changed this plan since you opened it.', {
      current: { version: stored.version },
    });
  return stored;
}

/** The draft, called as the plan is. */
export async function readDraft(
  database: Queryable,
  { hostId, planId }: OfPlan,
): Promise<{ version: number; plan: SeatingPlan }> {
  const { rows } = await database.query<{ version: number; name: string; draft: string }>(
    'SELECT version, name, draft FROM seating_plans WHERE id = $1 AND host_id = $2',
    [planId, hostId],
  );
  const [row] = rows;
  if (!row) throw noSuchPlan();
  return { version: row.version, plan: { ...parsePlan(row.draft), name: row.name } };
}

/** Stored plans were checked before. */
export const parsePlan = (text: string): SeatingPlan => JSON.parse(text) as SeatingPlan;

type Written = { text: string; seatCount: number; sketch: Sketch };

// Half of a character, as JSON writes it. The database would make another one of it, so that two names could become one.
const HALF_A_CHARACTER = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/** A plan as it is stored. */
export function writeDraft(plan: SeatingPlan): Written {
  const text = JSON.stringify(plan);
  if (text.length > MAX_PLAN_CHARACTERS)
    throw invalidField(
      'text',
      `must be a plan of at most ${MAX_PLAN_CHARACTERS / 1_000_000} million characters.`,
    );
  if (Buffer.byteLength(text) > MAX_PLAN_BYTES)
    throw invalidField('text', `must be a plan of at most ${MAX_PLAN_BYTES / 1_000_000} megabytes.`);
  if (HALF_A_CHARACTER.test(text)) throw invalidField('text', 'has a name with an incomplete character.');
  return { text, seatCount: countSeats(plan), sketch: sketchPlan(plan) };
}

/** Whether the draft was made of this very version by the save with this key: its answer was lost. The caller has locked the plan. */
export async function wasSaved(
  tx: Queryable,
  { planId, version, key }: { planId: string; version: number; key: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'SELECT 1 FROM seating_plans WHERE id = $1 AND version = $2::integer + 1 AND last_save = $3',
    [planId, version, key],
  );
  return rowCount === 1;
}

/** The draft becomes this. Answers its version. The caller has locked the plan. */
export async function storeDraft(
  tx: Queryable,
  { planId, key }: { planId: string; /** Of the save, where it has one. */ key: string | null },
  plan: SeatingPlan,
): Promise<number> {
  const { text, seatCount, sketch } = writeDraft(plan);
  const { rows } = await tx.query<{ version: number }>(
    `UPDATE seating_plans SET draft = $2, seat_count = $3, sketch = $4, last_save = $5, version = version + 1,
            changed_at = clock_timestamp()
      WHERE id = $1 RETURNING version`,
    [planId, text, seatCount, JSON.stringify(sketch), key],
  );
  return rows[0]?.version ?? 0;
}
