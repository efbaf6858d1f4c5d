import assert from 'node:assert/strict';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HttpServer } from '../../http/server.ts';
import type { Web } from '../serving/load-web.ts';
import type { PageAnswer, SendPage } from '../serving/send-page.ts';
import { Refusal } from '../../refusal.ts';
import { ROUTES } from '../../routes.ts';
import { LANGUAGES, preferredLanguage, type Language } from '../../values/language.ts';
import { drawIcon, ICONS } from './server/draw-icon.ts';

export type ProgramDeps = { web: Web; sendPage: SendPage };

const SERVICE_WORKER = path.join(import.meta.dirname, './service-worker.js');

const pageIn = (language: Language): PageAnswer<'scanner'> => ({
  page: 'scanner',
  data: { language },
  policy: { isInstalled: true },
  isSecret: true,
  isFixed: true,
});

const MANIFEST = JSON.stringify({
  name: 'Tessera Scanner',
  short_name: 'Scanner',
  id: ROUTES.scanner.page.path,
  start_url: ROUTES.scanner.page.path,
  scope: ROUTES.scanner.page.path,
  display: 'standalone',
  background_color: '#fbf8f3',
  theme_color: '#fbf8f3',
  icons: Object.entries(ICONS).map(([name, { sidePx, purpose }]) => ({
    src: iconAddress(name),
    type: 'image/png',
    sizes: `${sidePx}x${sidePx}`,
    purpose,
  })),
});

function iconAddress(name: string): string {
  return ROUTES.scanner.icon.path.replace(':name', name);
}

/** The page, and what a phone keeps of it so that it starts with no network. */
export async function registerProgram(http: HttpServer, { web, sendPage }: ProgramDeps): Promise<void> {
  const text = await readFile(SERVICE_WORKER, 'utf8');
  const programs = new Map(
    LANGUAGES.map((language) => [
      language,
      { page: pageIn(language), serviceWorker: writeServiceWorker(web, { text, language }) },
    ]),
  );
  const programFor = ({ headers }: FastifyRequest) => {
    const program = programs.get(preferredLanguage(headers['accept-language']));
    assert(program);
    return program;
  };
  const { page, pageWithoutSlash, serviceWorker: worker, manifest, icon } = ROUTES.scanner;
  http.get(page.path, async (request, reply) => sendPage(reply, programFor(request).page));
  http.get(pageWithoutSlash.path, async (_request, reply) => reply.redirect(page.path, 308));
  http.get(worker.path, async (request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      // Asked for again each time: by it the phone finds that there is a new program.
      .header('cache-control', 'no-cache')
      .header('x-content-type-options', 'nosniff')
      // A phone keeps the script of its own language.
      .header('vary', 'Accept-Language')
      .send(programFor(request).serviceWorker),
  );
  http.get(manifest.path, async (_request, reply) =>
    reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'no-cache').send(MANIFEST),
  );
  http.get<{ Params: { name: string } }>(icon.path, async (request, reply) => {
    const { name } = request.params;
    if (!Object.hasOwn(ICONS, name)) throw new Refusal('not_found', 'There is no such icon.');
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=86400')
      .header('x-content-type-options', 'nosniff')
      .send(await drawIcon(name as keyof typeof ICONS));
  });
}

/** Its text changes whenever anything changes that it keeps: that is how browsers know of a new program. */
function writeServiceWorker(
  { build, renderPage }: Web,
  { text, language }: { text: string; language: Language },
): string {
  const { style, scripts } = build.pages.scanner;
  const { entry = '', preloads = [], later = [] } = scripts?.[language] ?? {};
  const files = [
    ROUTES.scanner.page.path,
    ROUTES.scanner.manifest.path,
    ...Object.keys(ICONS).map(iconAddress),
    ...[style, entry, ...preloads, ...later].map((name) => `/assets/${name}`),
  ];
  const shell = { assetsPath: '/assets', style: { file: style }, scripts, isSecret: true };
  const page = renderPage('scanner', { language }, shell);
  const version = createHash('sha256')
    .update([MANIFEST, text, ...files, page].join('\n'))
    .digest('hex')
    .slice(0, 16);
  return `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(files)};\n${text}`;
}
