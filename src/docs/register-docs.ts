import type { HttpServer } from '../http/server.ts';
import type { PageAnswer, SendPage } from '../pages/send-page.ts';
import { ROUTES } from '../routes.ts';
import type { OpenApiDocument } from '../values/openapi-document.ts';

/** The reference page at /docs, made once from the API's own description. */
export function registerDocs(
  http: HttpServer,
  parts: { description: OpenApiDocument; dashboardUrl: string; sendPage: SendPage },
): void {
  const { description, dashboardUrl, sendPage } = parts;
  const reference: PageAnswer<'reference'> = {
    page: 'reference',
    data: { description, dashboardUrl },
    // It is the same until the next release, and every visit may ask whether it still is.
    cacheControl: 'no-cache',
    isFixed: true,
  };
  http.get(ROUTES.pages.docs.path, async (_request, reply) => sendPage(reply, reference));
}
