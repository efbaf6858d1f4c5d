import type { Database } from '../../../db/database.ts';
import { readTerms } from '../../../hosts/read-terms.ts';
import type { HttpServer } from '../../../http/server.ts';
import { wantsJson } from '../../serving/answer-with-pages.ts';
import type { SendPage } from '../../serving/send-page.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { embedEventOf } from '../embed/server/find-and-count.ts';
import { languageOf } from '../embed/server/page-query.ts';
import type { Terms } from './server/terms-schema.ts';

/** The host's terms and refund policy: a page for those who come from a mail, their text for the checkout's script. */
export function registerTerms(page: HttpServer, deps: { database: Database; sendPage: SendPage }): void {
  page.get(ROUTES.embed.terms.path, async (request, reply) => {
    const { hostId, hasTerms, hasRefundPolicy, contactEmail, name } = embedEventOf(request);
    if (!hasTerms && !hasRefundPolicy)
      throw new Refusal('not_found', 'The host of this event has written no terms.');
    const { hostName, terms, refundPolicy } = await readTerms(deps.database, hostId);
    reply.header('vary', 'Accept');
    if (wantsJson(request)) {
      const data: Terms = { terms, refundPolicy };
      return reply.header('cache-control', 'no-cache').send({ data, status: true });
    }
    return deps.sendPage(reply, {
      page: 'terms',
      data: { hostName, contactEmail, subject: name, terms, refundPolicy, language: languageOf(request) },
      cacheControl: 'no-cache',
    });
  });
}
