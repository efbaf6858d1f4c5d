import { OPERATOR, type Actor } from '../audit/actor.ts';

/** Whoever began what a job goes on with. Where from is in the line of the beginning. */
export const actingPerson = (personId: string | null): Actor =>
  personId === null ? OPERATOR : { kind: 'member', personId, email: '', role: null, address: '' };

/** As it is stored; null: the operator. */
export const personOf = (actor: Actor): string | null => (actor.kind === 'member' ? actor.personId : null);
