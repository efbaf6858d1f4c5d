import type { Database } from '../../../db/database.ts';
import { findPreviewLink, type PreviewLink } from '../../../events/preview-links.ts';
import { writePreviewToken } from '../../../events/preview-token.ts';
import { publicEventUrl } from '../../../events/public-address.ts';
import { previewKeysOf } from '../../../secrets/preview-keys.ts';
import type { SecretKeys } from '../../../secrets/secret-keys.ts';

// Enough for a day of work. It ends sooner with the membership.
const MEMBER_HOURS = 24;

/** The preview of a draft: the addresses for this member, and the link for people outside the team. */
export type ShownPreview = {
  pageUrl: string;
  checkoutUrl: string;
  link: { address: string; expiresAt: string } | null;
};

/** Opens the event for this member alone, as long as they may work on it. */
export const memberToken = (
  { secretKeys, databaseNowMs }: { secretKeys: SecretKeys; databaseNowMs: () => number },
  { eventId, personId }: { eventId: string; personId: string },
): string =>
  writePreviewToken(previewKeysOf(secretKeys).current, {
    eventId,
    bearerId: personId,
    expiresAt: new Date(databaseNowMs() + MEMBER_HOURS * 3_600_000),
  });

export async function showPreview(
  deps: {
    database: Database;
    secretKeys: SecretKeys;
    databaseNowMs: () => number;
    publicUrl: string;
    checkoutUrl: string;
  },
  { personId, event }: { personId: string; event: { eventId: string; slug: string } },
): Promise<ShownPreview> {
  const { eventId, slug } = event;
  const token = memberToken(deps, { eventId, personId });
  const pageUrl = publicEventUrl(deps.publicUrl, slug);
  const link = await findPreviewLink(deps.database, eventId);
  return {
    pageUrl: `${pageUrl}?preview=${token}`,
    checkoutUrl: `${deps.checkoutUrl}/${slug}?preview=${token}`,
    link: link && {
      address: `${pageUrl}?preview=${tokenOf(deps.secretKeys, eventId, link)}`,
      expiresAt: link.expiresAt.toISOString(),
    },
  };
}

const tokenOf = (secretKeys: SecretKeys, eventId: string, { linkId, expiresAt }: PreviewLink): string =>
  writePreviewToken(previewKeysOf(secretKeys).current, { eventId, bearerId: linkId, expiresAt });
