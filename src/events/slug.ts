import { Refusal } from '../refusal.ts';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Whether an event could have this slug; what could not is never looked up. */
export function isSlug(text: string): boolean {
  return text.length <= 100 && SLUG.test(text);
}

/** The same answer for events that are not there, for drafts and for other hosts' events. */
export function noSuchEvent(slug: string): Refusal {
  return new Refusal('not_found', `There is no event ${JSON.stringify(slug.slice(0, 100))}.`);
}
