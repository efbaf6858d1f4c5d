import fastifyStatic from '@fastify/static';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SlugParams } from '../../events/slug-params.ts';
import type { Database } from '../../db/database.ts';
import { readDemoHosts, type DemoFacts } from '../../demo/demo-facts.ts';
import { noSuchEvent } from '../../events/slug.ts';
import { Refusal } from '../../refusal.ts';
import type { HttpServer } from '../../http/server.ts';
import { createGuard, receiverOf } from '../../webhooks/delivery/guard.ts';
import { registerReceiver } from './server/receive-webhook.ts';
import { subscribeShop } from './server/subscribe-shop.ts';
import { ROUTES } from '../../routes.ts';

const FILES = path.join(import.meta.dirname, './site');
const PAGES = {
  [ROUTES.demoShop.home.path]: 'index.html',
  [ROUTES.demoShop.event.path]: 'event.html',
  [ROUTES.demoShop.thanks.path]: 'thanks.html',
};

/**
 * A third party's site that sells the demo events of one host, and an example for integrators. All it has of the product
 * is what any site would have: the public API, the embed's address, and webhooks. For development only.
 */
export async function registerDemoShop(
  http: HttpServer,
  deps: {
    database: Database;
    dataDir: string;
    publicUrl: string;
    baseUrl: string;
    checkoutUrl: string;
    /** The client of the API, built for browsers. */
    builtFolder: string;
    /** This process's own address: webhooks are sent there. */
    ownUrl: string;
  },
): Promise<void> {
  const guard = createGuard({ allow: [receiverOf(new URL(deps.ownUrl))] });
  const policy = contentSecurityPolicy(deps);

  for (const [address, file] of Object.entries(PAGES)) {
    // Read again each time, so that a developer sees a change at the next reload.
    http.get(address, async (_request, reply) => {
      await readShop(deps.dataDir);
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .header('cache-control', 'no-cache')
        .header('referrer-policy', 'no-referrer')
        .send(await readFile(path.join(FILES, file), 'utf8'));
    });
  }
  await http.register(fastifyStatic, {
    root: [path.join(FILES, 'assets'), deps.builtFolder],
    prefix: ROUTES.demoShop.asset.path.replace('*', ''),
    index: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });

  http.get(ROUTES.demoShop.config.path, async (_request, reply) => {
    const { name, publicKey } = await readShop(deps.dataDir);
    reply.header('cache-control', 'no-store');
    return {
      api: deps.baseUrl,
      checkout: deps.checkoutUrl,
      events: `${deps.publicUrl}/events`,
      key: publicKey,
      host: name,
      mailbox: `${deps.publicUrl}/mailbox`,
    };
  });
  // A host does this once, in the dashboard. The demo does it for an event as soon as somebody looks at it there.
  http.post(
    ROUTES.demoShop.addReceiver.path,
    { schema: { params: SlugParams } },
    async ({ params }, reply) => {
      const { events } = await readShop(deps.dataDir);
      if (!events.some(({ slug }) => slug === params.slug)) throw noSuchEvent(params.slug);
      const url = `${deps.ownUrl}/demo/webhooks/${params.slug}`;
      reply.header('cache-control', 'no-store');
      return subscribeShop({ database: deps.database, guard }, { slug: params.slug, url });
    },
  );
  await registerReceiver(http, { privateKey: async () => (await readShop(deps.dataDir)).privateKey });
}

/** The host whose events the site sells: the first. */
async function readShop(dataDir: string): Promise<DemoFacts['hosts'][number]> {
  const [shop] = (await readDemoHosts(dataDir)) ?? [];
  if (!shop) throw new Refusal('not_found', 'This data folder has no demo: start on an empty one.');
  return shop;
}

/** Strict, as a site's own should be: what the API and the embed need is in docs/embed.md. */
function contentSecurityPolicy(urls: { publicUrl: string; baseUrl: string; checkoutUrl: string }): string {
  const [media, api, checkout] = [urls.publicUrl, urls.baseUrl, urls.checkoutUrl].map(
    (url) => new URL(url).origin,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${checkout}`,
    "style-src 'self'",
    `img-src 'self' ${media}`,
    `connect-src 'self' ${api}`,
    `frame-src ${checkout}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
