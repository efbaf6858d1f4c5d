import type { FastifyRequest } from 'fastify';
import type { EntranceProblem } from '../contract.ts';
import { Refusal } from '../../../../refusal.ts';
import { isEmailAddress } from '../../../../values/email-address.ts';

/** The values of these fields. Missing or malformed values are empty. */
export function readForm<Field extends string>(
  request: FastifyRequest,
  fields: readonly Field[],
): Record<Field, string> {
  const body = (request.body ?? {}) as Record<string, unknown>;
  const textOf = (field: Field): string => {
    const value = Object.hasOwn(body, field) ? body[field] : '';
    return typeof value === 'string' ? value : '';
  };
  return Object.fromEntries(fields.map((field) => [field, textOf(field)])) as Record<Field, string>;
}

export function emailProblems(email: string): EntranceProblem[] {
  if (email === '') return [{ field: 'email', what: 'missing' }];
  return isEmailAddress(email) ? [] : [{ field: 'email', what: 'not_an_email' }];
}

/** The problem of too many attempts or too many people at once. Other errors are rethrown. */
export function problemOfMoment(error: unknown): { status: 429 | 503; problem: EntranceProblem } {
  const code = error instanceof Refusal ? error.code : null;
  if (error instanceof Refusal && (code === 'rate_limited' || code === 'unavailable')) {
    const seconds = error.retryAfterSeconds ?? 1;
    return code === 'rate_limited'
      ? { status: 429, problem: { field: null, what: 'too_often', seconds } }
      : { status: 503, problem: { field: null, what: 'busy', seconds } };
  }
  throw error;
}
