import type { Queryable, Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { lockPlan, type OfPlan } from './stored-plan.ts';

/** A picture to trace. */
export type StoredPlanPicture = { pictureId: string; file: string; widthPx: number; heightPx: number };

// A plan is traced from one, or from one for each floor.
const MAX_PICTURES = 20;

/** Asked before an upload is read. */
export async function requireSpaceForPicture(database: Queryable, { hostId, planId }: OfPlan): Promise<void> {
  const pictures = await listPlanPictures(database, { hostId, planId });
  if (pictures.length >= MAX_PICTURES)
    throw new Refusal('wrong_state', `This plan already has ${MAX_PICTURES} pictures, which is the maximum.`);
}

/** The caller has stored the picture in the same transaction. */
export async function addPlanPicture(
  tx: Transaction,
  { hostId, planId, picture }: OfPlan & { picture: StoredPlanPicture },
): Promise<void> {
  await lockPlan(tx, { hostId, planId, version: null });
  await requireSpaceForPicture(tx, { hostId, planId });
  await tx.query(
    'INSERT INTO seating_plan_pictures (plan_id, picture_id, file, width_px, height_px) VALUES ($1, $2, $3, $4, $5)',
    [planId, picture.pictureId, picture.file, picture.widthPx, picture.heightPx],
  );
}

export async function listPlanPictures(
  database: Queryable,
  { hostId, planId }: OfPlan,
): Promise<StoredPlanPicture[]> {
  const { rows } = await database.query<StoredPlanPicture>(
    `SELECT i.picture_id AS "pictureId", i.file, i.width_px AS "widthPx", i.height_px AS "heightPx"
       FROM seating_plans AS p JOIN seating_plan_pictures AS i ON i.plan_id = p.id
      WHERE p.id = $1 AND p.host_id = $2 ORDER BY i.created_at, i.picture_id`,
    [planId, hostId],
  );
  return rows;
}
