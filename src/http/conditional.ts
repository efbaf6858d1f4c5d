import { createHash } from 'node:crypto';

/** A strong tag of exactly these bytes. */
export function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** If-None-Match by RFC 9110: `*`, or a list of tags compared weakly. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  matchedEtag(ifNoneMatch, [etag]) !== null;

/** The client's matching tag: the first of `etags` among several, which `*` also means. */
export function matchedEtag(ifNoneMatch: string | undefined, etags: readonly string[]): string | null {
  if (ifNoneMatch === undefined) return null;
  const [first = null] = etags;
  if (ifNoneMatch === first || ifNoneMatch.trim() === '*') return first;
  const listed = new Set<string | undefined>();
  for (const [, opaque] of ifNoneMatch.matchAll(ENTITY_TAG)) listed.add(opaque);
  return etags.find((etag) => listed.has(etag)) ?? null;
}
