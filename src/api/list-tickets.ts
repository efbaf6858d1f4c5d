import { Type } from 'typebox';
import { isSlug, noSuchEvent } from '../events/slug.ts';
import { Id } from '../http/schema.ts';
import type { HttpServer } from '../http/server.ts';
import type { TicketReader } from '../inventory/list-tickets.ts';
import { TicketSchema } from '../inventory/ticket-schema.ts';
import { callerOf } from './authenticate.ts';
import { EXAMPLE_RESERVATION, EXAMPLE_TICKET } from './examples.ts';
import { LanguageQuery } from './language-query.ts';
import { answerOf, COMMON_REFUSALS, type Operation } from './operation.ts';
import { writeLive } from '../http/send-cached.ts';
import { SlugParams } from '../events/slug-params.ts';
import { ROUTES } from '../routes.ts';

const schema = { params: SlugParams, querystring: Type.Object(LanguageQuery) };
// Told of, and not validated: whatever is no cart's counts nothing.
const headers = Type.Object({
  'x-device-id': Type.Optional(
    Id({
      title: 'OwnCart',
      example: EXAMPLE_RESERVATION.reservationToken,
      description:
        'The reservation token. Tickets in that cart count as left for its owner. Without a token, or with an unknown or invalid one, tickets in every cart count as taken.',
    }),
  ),
});

const operation: Operation = {
  operationId: 'listTickets',
  tag: 'Events',
  summary: 'List tickets',
  description:
    'The ticket types of an event, with how many are left of each right now, less what others hold. Never cached.',
  schema: { ...schema, headers },
  answer: answerOf('TicketsAnswer', Type.Array(TicketSchema)),
  answerDescription: 'The ticket types.',
  example: { data: [EXAMPLE_TICKET], status: true },
  refusals: ['validation_failed', 'not_found', ...COMMON_REFUSALS],
};

export function registerListTickets(api: HttpServer, readTickets: TicketReader): void {
  api.get(ROUTES.api.listTickets.path, { schema, config: { operation } }, async (request, reply) => {
    const { slug } = request.params;
    const body = isSlug(slug)
      ? await readTickets({
          hostId: callerOf(request).hostId,
          slug,
          device: request.headers['x-device-id'],
          language: request.query.language,
        })
      : undefined;
    if (!body) throw noSuchEvent(slug);
    reply.hijack();
    writeLive(reply.raw, body, []);
  });
}
