import { changeEmbed } from '../../../events/change-embed.ts';
import { readEvent, type StoredEvent } from '../../../events/event-fields.ts';
import { publicEventUrl } from '../../../events/public-address.ts';
import { writePreviewToken } from '../../../events/preview-token.ts';
import { listTypeTexts } from '../../../inventory/list-type-texts.ts';
import { ROUTES } from '../../../routes.ts';
import { previewKeysOf } from '../../../secrets/preview-keys.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { EmbedBody } from './bodies.ts';
import type { EventEmbedView } from './data.ts';
import { fittingHeights } from './server/fitting-heights.ts';
import type { PageRoutes } from '../access/page-routes.ts';

// Enough for a day of work, or for a link sent to somebody for their opinion. It ends sooner with the membership.
const PREVIEW_HOURS = 24;

/** The checkout on the host's own site: its look, and the code to paste. */
export function registerEventEmbed(
  { view, change }: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'publicUrl' | 'checkoutUrl' | 'secretKeys' | 'databaseNowMs'>,
): void {
  const { database, publicUrl, checkoutUrl, secretKeys, databaseNowMs } = deps;

  view(ROUTES.eventEmbed.view, { shows: 'eventEmbed' }, async ({ member, params }) => {
    const { eventId } = params;
    const [{ event }, stored] = await Promise.all([
      loadEvent(database, member, eventId),
      readEvent(database, params),
    ]);
    const token = writePreviewToken(previewKeysOf(secretKeys).current, {
      eventId,
      personId: member.personId,
      expiresAt: new Date(databaseNowMs() + PREVIEW_HOURS * 3_600_000),
    });
    const address = `${checkoutUrl}/${event.slug}`;
    return {
      event,
      settings: settingsOf(stored),
      checkoutUrl: address,
      eventUrl: publicEventUrl(publicUrl, event.slug),
      previewUrl: `${address}?preview=${token}`,
      heights: fittingHeights({
        ...stored,
        hasPoster: stored.posterFile !== null,
        ticketTypes: await listTypeTexts(database, eventId),
      }),
    };
  });

  change(
    ROUTES.eventEmbed.change,
    { body: EmbedBody },
    async (tx, { hostId, eventId, actor, version, ...settings }) => ({
      settings: settingsOf(await changeEmbed(tx, { hostId, eventId, actor, version, settings })),
    }),
  );
}

const settingsOf = (event: StoredEvent): EventEmbedView['settings'] => ({
  version: event.version,
  theme: event.embedTheme,
  color: event.embedColor && `#${event.embedColor}`,
  origins: event.embedOrigins,
});
