import type { ConfirmPage } from './contract.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import type { Confirmed } from '../../../waiting-room/confirm-email.ts';
import type { WaitingRooms } from '../../../waiting-room/waiting-rooms.ts';
import { embedEventOf } from '../embed/server/find-and-count.ts';
import type { RoomPages } from './server/room-pages.ts';
import { EntryParams } from './server/room-schemas.ts';

type ConfirmDeps = { rooms: Pick<WaitingRooms, 'isLink' | 'confirm' | 'find'>; pages: RoomPages };

/** People confirm the e-mail address that they lined up with. */
export function registerConfirm(scope: HttpServer, { rooms, pages }: ConfirmDeps): void {
  const schema = { params: EntryParams };

  scope.get(ROUTES.room.confirmPage.path, { schema }, async (request, reply) => {
    const found = embedEventOf(request);
    const isOpen = (await rooms.find(found.eventId)) !== null;
    const about = !isOpen ? 'closed' : rooms.isLink(found.eventId, request.params.token) ? 'ask' : 'gone';
    return pages.sendConfirm(request, reply, { found, about });
  });

  scope.post(ROUTES.room.confirm.path, { schema }, async (request, reply) => {
    const found = embedEventOf(request);
    const outcome = await rooms.confirm(found.eventId, request.params.token);
    const isDrawn = (await rooms.find(found.eventId))?.isDrawn ?? false;
    return pages.sendConfirm(request, reply, { found, about: aboutOf(outcome, isDrawn) });
  });
}

function aboutOf(outcome: Confirmed, isDrawn: boolean): ConfirmPage['about'] {
  if (outcome === 'joined') return isDrawn ? 'in_line_late' : 'in_line';
  return outcome === 'known' ? 'in_line' : outcome;
}
