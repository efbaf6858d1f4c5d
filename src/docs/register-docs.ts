import type { HttpServer } from '../http/server.ts';
import type { PageAnswer, SendPage } from '../pages/send-page.ts';
import { ROUTES } from '../routes.ts';
import type { OpenApiDocument } from '../values/openapi-document.ts';
import { readGuides } from './read-guides.ts';

// They are the same until the next release, and every visit may ask whether they still are.
const FIXED = { cacheControl: 'no-cache', isFixed: true };

/** The reference at /docs, made once from the API's own description, and the guides around it, from docs/. */
export async function registerDocs(
  http: HttpServer,
  parts: {
    description: OpenApiDocument;
    publicUrl: string;
    dashboardUrl: string;
    isProduction: boolean;
    seedsDemo: boolean;
    sendPage: SendPage;
  },
): Promise<void> {
  const { description, dashboardUrl, isProduction, sendPage } = parts;
  const guides = await readGuides(parts);
  const demoKeyPath = parts.seedsDemo ? ROUTES.demoShop.config.path : null;
  const docs = { description, guides, dashboardUrl, isProduction, demoKeyPath };

  const reference: PageAnswer<'reference'> = { page: 'reference', data: docs, ...FIXED };
  http.get(ROUTES.pages.docs.path, async (_request, reply) => sendPage(reply, reference));
  for (const guide of guides) {
    const page: PageAnswer<'guide'> = { page: 'guide', data: { ...docs, guide }, ...FIXED };
    http.get(guide.path, async (_request, reply) => sendPage(reply, page));
  }
}
