import { Refusal } from '../refusal.ts';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Whether any event could be named so; what could not is never looked for. */
export function isSlug(text: string): boolean {
  return text.length <= 100 && SLUG.test(text);
}

/** Said of events that are not there, of drafts and of other hosts' events alike. */
export function noSuchEvent(slug: string): Refusal {
  return new Refusal('not_found', `There is no event ${JSON.stringify(slug.slice(0, 100))}.`);
}
