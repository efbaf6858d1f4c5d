import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { readHall } from '../inventory/seats/read-hall.ts';
import { invalidField, Refusal } from '../refusal.ts';
import type { PlanNote } from '../seating-plans/compile-plan.ts';
import { planOfSeats } from '../seating-plans/plan-of-seats.ts';
import { countSeats, type SeatingPlan } from '../seating-plans/plan-schema.ts';
import { findTemplate, TEMPLATE_IDS } from '../seating-plans/templates/templates.ts';
import type { Language } from '../values/language.ts';
import { isUuid } from '../values/is-uuid.ts';
import { nameTemplate } from './name-template.ts';
import { lockHost, requireSpaceForBytes, requireSpaceForPlan } from './plan-space.ts';
import { readPlanText } from './read-plan-text.ts';
import { readDraft, writeDraft } from './stored-plan.ts';

/** The source of a plan. `id` is of a template, of another plan, or of an event whose seats it is made of. */
export type PlanSource = {
  from: 'empty' | 'template' | 'file' | 'plan' | 'event';
  id?: string | undefined;
  text?: string | undefined;
  /** Of a template's names. */
  language?: Language;
};

export async function createPlan(
  tx: Transaction,
  {
    hostId,
    actor,
    name,
    ...source
  }: PlanSource & {
    hostId: string;
    actor: Actor;
    name: string;
  },
): Promise<{ planId: string; notes: PlanNote[] }> {
  await lockHost(tx, hostId);
  const { plan, notes } = await readSource(tx, { hostId, name, ...source });
  return { planId: await storePlan(tx, { hostId, actor, plan: { ...plan, name }, source }), notes };
}

/** The caller has locked the host. */
export async function storePlan(
  tx: Transaction,
  { hostId, actor, plan, source }: { hostId: string; actor: Actor; plan: SeatingPlan; source: PlanSource },
): Promise<string> {
  await requireSpaceForPlan(tx, hostId, 'new');
  await requireSpaceForBytes(tx, { hostId });
  const { name } = plan;
  const planId = randomUUIDv7();
  const { text, seatCount, sketch } = writeDraft(plan);
  await tx.query(
    'INSERT INTO seating_plans (id, host_id, name, draft, seat_count, sketch) VALUES ($1, $2, $3, $4, $5, $6)',
    [planId, hostId, name, text, seatCount, JSON.stringify(sketch)],
  );
  if (source.from === 'plan') await copyPictures(tx, { from: source.id ?? '', to: planId });
  await recordChange(tx, {
    hostId,
    actor,
    action: 'seating_plan.create',
    subject: { id: planId, name },
    after: { from: source.from, seats: countSeats(plan) },
  });
  return planId;
}

export async function readSource(
  tx: Queryable,
  { hostId, name, from, id = '', text, language = 'en' }: PlanSource & { hostId: string; name: string },
): Promise<{ plan: SeatingPlan; notes: PlanNote[] }> {
  if (from === 'file') {
    if (text === undefined) throw invalidField('text', 'must be the file.');
    return readPlanText(text, name);
  }
  if (from === 'empty') return { plan: emptyPlan(name), notes: [] };
  if (from === 'template') {
    const known = TEMPLATE_IDS.find((templateId) => templateId === id);
    if (!known) throw new Refusal('not_found', 'There is no such template.');
    return { plan: nameTemplate(findTemplate(known), language), notes: [] };
  }
  if (!isUuid(id)) throw invalidField('id', 'must be an id.');
  if (from === 'plan') return { plan: (await readDraft(tx, { hostId, planId: id })).plan, notes: [] };
  const seats = await readHall(tx, { hostId, eventId: id });
  if (seats.length === 0)
    throw new Refusal('not_found', 'There is no such event, or it has no seats to make a plan from.');
  return { plan: planOfSeats(name, seats), notes: [] };
}

const emptyPlan = (name: string): SeatingPlan => ({
  format: 'tessera-seating-plan',
  version: 1,
  name,
  categories: [{ id: 'standard', name: 'Standard', color: 1 }],
  sections: [{ id: 'stalls', name: 'Stalls' }],
  objects: [],
});

const copyPictures = (tx: Queryable, { from, to }: { from: string; to: string }): Promise<unknown> =>
  tx.query(
    `INSERT INTO seating_plan_pictures (plan_id, picture_id, file, width_px, height_px)
     SELECT $2, picture_id, file, width_px, height_px FROM seating_plan_pictures WHERE plan_id = $1`,
    [from, to],
  );
