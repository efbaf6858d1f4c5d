import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { OneOf } from '../../../http/schema.ts';
import { takeFormBodies } from '../../../http/form-body.ts';
import type { HttpServer } from '../../../http/server.ts';
import { html } from '../../../mail/html.ts';
import { composeMessage, readMessageEvent, sampleReader } from '../../../messages/compose-message.ts';
import { findMessage } from '../../../messages/list-messages.ts';
import { plainText } from '../../../messages/send-message.ts';
import { ROUTES } from '../../../routes.ts';
import { LANGUAGES, type Language } from '../../../values/language.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { PreviewBody } from './bodies.ts';
import type { PageRoutes } from '../access/page-routes.ts';

const PARTS = ['html', 'text'] as const;
const Shown = Type.Object({
  language: Type.Optional(OneOf(LANGUAGES)),
  part: Type.Optional(OneOf(PARTS)),
});

// A mail brings its own styles. It runs nothing, requests nothing, and only the dashboard may show it.
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

type Words = { subject: string; text: string };
type How = { language: Language; part: (typeof PARTS)[number] };

/** A message as it arrives, in an iframe of the page: while it is written, and afterwards. */
export async function registerShownMessages(
  pages: PageRoutes,
  { database, checkoutUrl, unsubscribing }: Pick<DashboardDeps, 'database' | 'checkoutUrl' | 'unsubscribing'>,
): Promise<void> {
  const routes = ROUTES.eventMessages;

  async function show(
    reply: FastifyReply,
    which: { hostId: string; eventId: string },
    { words, how }: { words: Words; how: How },
  ): Promise<FastifyReply> {
    const event = await readMessageEvent(database, which);
    const mail = composeMessage(words, {
      event,
      reader: sampleReader(how.language),
      checkoutUrl,
      unsubscribeUrl: unsubscribing.sampleLink,
    });
    return showMail(reply, mail, how);
  }

  await pages.scope.register(async (forms: HttpServer) => {
    takeFormBodies(forms);
    pages.within(forms).answer(routes.preview, { body: PreviewBody }, ({ params, body, reply }) => {
      const { subject, text, ...how } = body;
      return show(reply, params, { words: { subject, text: plainText(text) }, how });
    });
  });

  pages.answer(routes.oneShown, { query: Shown }, async ({ params, query, reply }) => {
    const words = await findMessage(database, params);
    const { language = 'en', part = 'html' } = query;
    return show(reply, params, { words, how: { language, part } });
  });
}

/** A mail as a document of its own, for the iframe of a page. */
export function showMail(
  reply: FastifyReply,
  mail: { html: string; text: string },
  { language, part }: How,
): FastifyReply {
  const page = part === 'html' ? withBase(mail.html) : plainPage(mail.text, language);
  return reply.type('text/html; charset=utf-8').header('content-security-policy', MAIL_POLICY).send(page);
}

// Links open beside the dashboard, not in the iframe.
const withBase = (page: string): string => page.replace('<head>', '<head><base target="_blank" />');

const plainPage = (text: string, language: Language): string =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Text</title>
      </head>
      <body style="margin:16px">
        <pre
          style="margin:0;font:15px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere"
        >
${text}</pre>
      </body>
    </html>`.markup;
