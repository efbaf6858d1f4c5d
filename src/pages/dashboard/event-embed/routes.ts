import { Type } from 'typebox';
import { changeEmbed } from '../../../events/change-embed.ts';
import { readEvent, type StoredEvent } from '../../../events/event-fields.ts';
import { writePreviewToken } from '../../../events/preview-token.ts';
import { Id } from '../../../http/schema.ts';
import { listTypeTexts } from '../../../inventory/list-type-texts.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import { previewKeysOf } from '../../../secrets/preview-keys.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { EmbedBody } from './bodies.ts';
import type { EventEmbedView } from './data.ts';
import { fittingHeights } from './server/fitting-heights.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
// A day of work on a page that stays open, or of somebody who is asked for an opinion. It ends sooner with the membership.
const PREVIEW_HOURS = 24;

/** The checkout on a site of the host's: how it looks there, and what to put into the site. */
export function registerEventEmbed(scope: HttpServer, deps: DashboardDeps): void {
  const { database, change, sendView, checkoutUrl, secretKeys, databaseNowMs } = deps;

  scope.get(ROUTES.eventEmbed.view.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const { hostId, eventId } = request.params;
    const [{ event }, stored] = await Promise.all([
      loadEvent(database, memberOf(request), eventId),
      readEvent(database, { hostId, eventId }),
    ]);
    const expiresAt = new Date(databaseNowMs() + PREVIEW_HOURS * 3_600_000);
    const token = writePreviewToken(previewKeysOf(secretKeys).current, {
      eventId,
      personId: memberOf(request).personId,
      expiresAt,
    });
    const address = `${checkoutUrl}/${event.slug}`;
    return sendView(request, reply, {
      view: 'eventEmbed',
      data: {
        event,
        settings: settingsOf(stored),
        checkoutUrl: address,
        previewUrl: `${address}?preview=${token}`,
        heights: fittingHeights({
          ...stored,
          hasPoster: stored.posterFile !== null,
          ticketTypes: await listTypeTexts(database, eventId),
        }),
      },
    });
  });

  scope.patch(
    ROUTES.eventEmbed.change.path,
    { schema: { params: ByEvent, body: EmbedBody } },
    async (request) => {
      const { hostId, eventId } = request.params;
      const { version, ...settings } = request.body;
      const stored = await change(request, (tx) =>
        changeEmbed(tx, { hostId, eventId, actor: actorOf(request), version, settings }),
      );
      return { settings: settingsOf(stored) };
    },
  );
}

const settingsOf = (event: StoredEvent): EventEmbedView['settings'] => ({
  version: event.version,
  theme: event.embedTheme,
  color: event.embedColor && `#${event.embedColor}`,
  origins: event.embedOrigins,
});
