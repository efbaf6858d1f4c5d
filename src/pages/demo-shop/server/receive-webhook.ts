import { randomUUID } from 'node:crypto';
import type { HttpServer } from '../../../http/server.ts';
import { SlugParams } from '../../../events/slug-params.ts';
import { verifyWebhook } from '../../../../packages/client/src/webhooks.ts';
import { ROUTES } from '../../../routes.ts';

type Webhook = { eventType: string; data: { reference: string } };
type Received = Webhook & { slug: string; receivedAt: string; deliveries: number };

const MAX_KEPT = 50;

/**
 * The site's receiver of webhooks: reads the raw body, checks its signature, does its work once per reference, answers
 * at once. The latest are kept in memory and shown on every page.
 */
export async function registerReceiver(
  http: HttpServer,
  { privateKey }: { privateKey: () => Promise<string> },
): Promise<void> {
  const received: Received[] = [];
  // A browser that has seen this version asks for the next; another start of the program starts over.
  const start = randomUUID();
  let version = 0;

  await http.register(async (scope: HttpServer) => {
    scope.removeAllContentTypeParsers();
    // The signature is over the bytes as they came.
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    );
    scope.post<{ Params: { slug: string }; Body: Buffer }>(
      ROUTES.demoShop.receiveWebhook.path,
      { schema: { params: SlugParams } },
      async (request, reply) => {
        const signature = request.headers['x-service-signature'];
        const isGenuine =
          typeof signature === 'string' && (await verifyWebhook(request.body, signature, await privateKey()));
        if (!isGenuine) return reply.code(401).send({ error: 'The signature is wrong.' });
        keep(request.params.slug, JSON.parse(request.body.toString()) as Webhook);
        return reply.code(204).send();
      },
    );
  });

  function keep(slug: string, webhook: Webhook): void {
    version += 1;
    const known = received.find(({ data }) => data.reference === webhook.data.reference);
    // The same purchase may be told more than once.
    if (known) known.deliveries += 1;
    else received.unshift({ ...webhook, slug, receivedAt: new Date().toISOString(), deliveries: 1 });
    received.length = Math.min(received.length, MAX_KEPT);
  }

  http.get(ROUTES.demoShop.webhooks.path, async (request, reply) => {
    const etag = `"${start}-${version}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : received;
  });
}
