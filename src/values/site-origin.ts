// The dashboard's page runs this too: nothing here may need Node.

/** As in the database's check. */
export const MAX_SITES = 50;
/** A host name has at most 253 characters. */
export const MAX_SITE_CHARACTERS = 300;

/**
 * A site as browsers compare it, its scheme, host and port: in small letters, in ASCII, without a default port. Null where the
 * text is more than a site, or less.
 */
export function readSite(typed: string): string | null {
  if (typed.length > MAX_SITE_CHARACTERS || !/^https?:\/\/[^/\\\s*@]+\/?$/i.test(typed)) return null;
  const url = URL.parse(typed);
  const isSite = url !== null && `${url.origin}/` === url.href && url.origin.length <= MAX_SITE_CHARACTERS;
  return isSite ? url.origin : null;
}
