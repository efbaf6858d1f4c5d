import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HttpServer } from '../http/server.ts';
import { readStylesheet } from '../pages/read-stylesheet.ts';
import type { OpenApiDocument } from '../http/openapi-document.ts';
import { renderReference } from './render-reference.ts';
import { ROUTES } from '../routes.ts';

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

/** The reference page at /docs, made once at start from the API's own description. */
export async function registerDocs(app: HttpServer, description: OpenApiDocument): Promise<void> {
  const page = renderReference(description);
  const [style, script] = await Promise.all([
    readStylesheet(path.join(import.meta.dirname, 'reference.css')),
    readFile(path.join(import.meta.dirname, 'reference.js'), 'utf8'),
  ]);
  app.get(ROUTES.pages.docs.path, async (_request, reply) => {
    reply.type('text/html; charset=utf-8').header('content-security-policy', CONTENT_SECURITY_POLICY);
    return page;
  });
  app.get(ROUTES.pages.docsStyle.path, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(style),
  );
  app.get(ROUTES.pages.docsScript.path, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );
}
