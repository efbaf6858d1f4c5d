import { Refusal } from '../refusal.ts';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const MAX_SLUG_CHARACTERS = 100;

/** Reserved by the addresses of checkout pages. The database refuses them too. */
const RESERVED = new Set(['orders', 'pay', 'assets']);

/** Whether an event could have this slug; what could not is never looked up. */
export function isSlug(text: string): boolean {
  return text.length <= MAX_SLUG_CHARACTERS && SLUG.test(text);
}

/** Whether the service does not need the word for an address of its own. */
export const isFreeWord = (slug: string): boolean => !RESERVED.has(slug);

/** The same answer for events that are not there, for drafts and for other hosts' events. */
export function noSuchEvent(slug: string): Refusal {
  return new Refusal('not_found', `There is no event ${JSON.stringify(slug.slice(0, 100))}.`);
}
