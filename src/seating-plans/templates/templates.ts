import type { SeatingPlan } from '../plan-schema.ts';
import { makeArena } from './arena.ts';
import { makeCabaret } from './cabaret.ts';
import { makeChurch } from './church.ts';
import { makeStadium } from './stadium.ts';
import { makeTheatre } from './theatre.ts';

export const TEMPLATE_IDS = ['theatre', 'arena', 'stadium', 'cabaret', 'church'] as const;
export type TemplateId = (typeof TEMPLATE_IDS)[number];

const MAKE: Record<TemplateId, () => SeatingPlan> = {
  theatre: makeTheatre,
  arena: makeArena,
  stadium: makeStadium,
  cabaret: makeCabaret,
  church: makeChurch,
};

const made = new Map<TemplateId, SeatingPlan>();

/** A hall to start from. */
export function findTemplate(templateId: TemplateId): SeatingPlan {
  const plan = made.get(templateId) ?? MAKE[templateId]();
  made.set(templateId, plan);
  return plan;
}
