import type { FastifyRequest } from 'fastify';
import type { HostToAsk } from '../../../contract.ts';
import { limitAddress, type ClientAddress } from '../../../../http/client-address.ts';
import { createShownHosts } from '../../server/shown-hosts.ts';
import { hostToAsk, type EmbedEvent } from './find-event.ts';

/**
 * The contact of an event whose page can't be shown just now. Of an unlisted event only networks are told that were shown it:
 * while the database is away, guesses at addresses are not counted.
 */
export function createShownEvents({ clientAddress }: { clientAddress: ClientAddress }) {
  const shown = createShownHosts();
  const withAddress = (request: FastifyRequest, slug: string): string =>
    `${limitAddress(clientAddress(request.raw))} ${slug}`;
  return {
    remember(request: FastifyRequest, event: EmbedEvent): void {
      if (event.previewToken !== null) return;
      const { slug, isUnlisted, hostName, contactEmail, name } = event;
      shown.remember(isUnlisted ? withAddress(request, slug) : slug, {
        hostName,
        contactEmail,
        subject: name,
      });
    },
    whomToAsk(request: FastifyRequest): HostToAsk | null {
      const { slug = '' } = request.params as { slug?: string };
      return hostToAsk(request.embedEvent) ?? shown.recall(slug) ?? shown.recall(withAddress(request, slug));
    },
  };
}
