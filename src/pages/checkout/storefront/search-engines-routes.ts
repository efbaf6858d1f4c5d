import { createCachedLookUps } from '../../../cache/cached-look-ups.ts';
import type { Database } from '../../../db/database.ts';
import { listForSearchEngines } from '../../../events/list-for-search-engines.ts';
import { publicEventUrl, publicHostUrl } from '../../../events/public-address.ts';
import { acceptedEncoding, encodeAll, nameEncoding, type Encoded } from '../../../http/content-encoding.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';

// Search engines come by a few times a day.
const FRESH_FOR_MS = 10 * 60_000;
const CACHE_CONTROL = 'public, max-age=600';

/** Tells search engines which pages they may read, and where those are. */
export function registerSearchEngines(
  http: HttpServer,
  { database, publicUrl }: { database: Database; publicUrl: string },
): void {
  const robots = robotsOf(publicUrl);
  http.get(ROUTES.storefront.robots.path, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', CACHE_CONTROL).send(robots),
  );

  const sitemaps = createCachedLookUps<Encoded>({ max: 2, freshForMs: FRESH_FOR_MS });
  http.get(ROUTES.storefront.sitemap.path, async (request, reply) => {
    const sitemap = await sitemaps.find('all', () => makeSitemap(database, publicUrl));
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    return nameEncoding(reply, encoding)
      .type('application/xml; charset=utf-8')
      .header('cache-control', CACHE_CONTROL)
      .send(sitemap[encoding ?? 'identity']);
  });
}

/** The longest path that matches decides. All other paths are for people who came to buy, or who sign in. */
const robotsOf = (publicUrl: string): string =>
  [
    'User-agent: *',
    'Allow: /events/',
    'Allow: /hosts/',
    'Allow: /docs',
    'Allow: /assets/',
    'Allow: /media/',
    'Disallow: /events/*/calendar.ics',
    'Disallow: /',
    '',
    `Sitemap: ${publicUrl}${ROUTES.storefront.sitemap.path}`,
    '',
  ].join('\n');

async function makeSitemap(database: Database, publicUrl: string): Promise<Encoded> {
  const { events, hosts } = await listForSearchEngines(database);
  const addresses = [
    ...hosts.map((slug) => publicHostUrl(publicUrl, slug)),
    ...events.map((slug) => publicEventUrl(publicUrl, slug)),
  ];
  // Slugs are letters, digits and hyphens: nothing in an address needs escaping but what the operator has set.
  const locations = addresses.map((address) => `<url><loc>${escapeXml(address)}</loc></url>\n`);
  return encodeAll(
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${locations.join('')}</urlset>\n`,
    ),
  );
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
