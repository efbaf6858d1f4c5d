import type { Queryable } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import type { Country } from '../money/countries.ts';

/** The public facts of a host. */
export type PublicHost = {
  hostId: string;
  slug: string;
  name: string;
  country: Country;
  /** The address for buyers' questions; null: none. */
  contactEmail: string | null;
};

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_SLUG_CHARACTERS = 60;

/** Whether a host could have this slug; what could not is never looked up. */
export const isHostSlug = (text: string): boolean => text.length <= MAX_SLUG_CHARACTERS && SLUG.test(text);

/** The same answer for a host that is not there, not confirmed, or suspended. */
export const noSuchHost = (): Refusal => new Refusal('not_found', 'There is no such host.');

export async function findPublicHost(database: Queryable, slug: string): Promise<PublicHost> {
  const { rows } = await database.query<PublicHost>(
    `SELECT id AS "hostId", slug, name, country, contact_email AS "contactEmail" FROM hosts
      WHERE slug = $1 AND confirmed_at IS NOT NULL AND suspended_at IS NULL`,
    [slug],
  );
  const [host] = rows;
  if (!host) throw noSuchHost();
  return host;
}
