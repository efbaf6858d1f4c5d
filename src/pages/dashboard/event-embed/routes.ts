import { changeEmbed } from '../../../events/change-embed.ts';
import { readEvent, type StoredEvent } from '../../../events/event-fields.ts';
import { listTypeTexts } from '../../../inventory/list-type-texts.ts';
import { ROUTES } from '../../../routes.ts';
import { qrPath } from '../../../tickets/draw-qr.ts';
import { publicEventUrl } from '../../../events/public-address.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { memberToken } from '../event-layout/preview-data.ts';
import { loadEvent } from '../event-layout/data.ts';
import { EmbedBody } from './bodies.ts';
import type { EventEmbedView, ShareEvent } from './data.ts';
import { fittingHeights } from './server/fitting-heights.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** The checkout on the host's own site: its look, and the code to paste. */
export function registerEventEmbed(
  { view, change, answer }: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'checkoutUrl' | 'publicUrl' | 'secretKeys' | 'databaseNowMs'>,
): void {
  const { database, checkoutUrl, publicUrl } = deps;
  const heightsOf = async (stored: StoredEvent) =>
    fittingHeights({
      ...stored,
      hasPoster: stored.posterFile !== null,
      ticketTypes: await listTypeTexts(database, stored.eventId),
    });

  view(ROUTES.eventEmbed.view, { shows: 'eventEmbed' }, async ({ member, params }) => {
    const { eventId } = params;
    const [{ event }, stored] = await Promise.all([
      loadEvent(database, member, eventId),
      readEvent(database, params),
    ]);
    const address = `${checkoutUrl}/${event.slug}`;
    return {
      event,
      settings: settingsOf(stored),
      checkoutUrl: address,
      eventUrl: publicEventUrl(publicUrl, event.slug),
      previewUrl: `${address}?preview=${memberToken(deps, { eventId, personId: member.personId })}`,
      heights: await heightsOf(stored),
    };
  });

  answer(ROUTES.eventEmbed.share, {}, async ({ params }): Promise<ShareEvent> => {
    const stored = await readEvent(database, params);
    return {
      qr: qrPath(publicEventUrl(publicUrl, stored.slug), { isSecret: false }),
      heights: await heightsOf(stored),
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
