import { OPERATOR, type Actor } from '../audit/actor.ts';

/** The person who began a job's work. The audit line of the beginning has the address. */
export const actingPerson = (personId: string | null): Actor =>
  personId === null ? OPERATOR : { kind: 'member', personId, email: '', role: null, address: '' };

/** As it is stored; null: the operator. */
export const personOf = (actor: Actor): string | null => (actor.kind === 'member' ? actor.personId : null);
