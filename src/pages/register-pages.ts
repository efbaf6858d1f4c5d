import type { FastifyReply } from 'fastify';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HttpServer } from '../http/server.ts';
import { html, type Html } from '../mail/html.ts';
import { readStylesheet } from './read-stylesheet.ts';
import { ROUTES } from '../routes.ts';

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The doors that lead nowhere by themselves: each says what is behind it, or what to use until something is. */
export async function registerPages(app: HttpServer): Promise<void> {
  const [style, icon] = await Promise.all([
    readStylesheet(path.join(import.meta.dirname, 'notice.css')),
    readFile(path.join(import.meta.dirname, 'favicon.svg'), 'utf8'),
  ]);
  app.get(ROUTES.pages.icon.path, async (_request, reply) => reply.type('image/svg+xml').send(icon));
  app.get(ROUTES.pages.noticeStyle.path, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(style),
  );

  const checkout = notice({
    title: 'Checkout',
    text: html`Every event has a checkout of its own, at this address followed by the event’s name in links.
    Open it from the page of whoever sells the tickets.`,
  });
  const dashboard = notice({
    title: 'Dashboard',
    text: html`The hosts’ dashboard comes with a later release. Keys and accounts of the demo are in
      <code>demo.json</code>, in the data folder.`,
  });
  app.get(ROUTES.pages.checkout.path, async (_request, reply) => sendPage(reply, checkout));
  app.get(ROUTES.pages.dashboard.path, async (_request, reply) => sendPage(reply, dashboard));
  app.get(ROUTES.pages.home.path, async (_request, reply) => reply.redirect('/docs'));
}

async function sendPage(reply: FastifyReply, page: string): Promise<string> {
  reply.type('text/html; charset=utf-8').header('content-security-policy', CONTENT_SECURITY_POLICY);
  return page;
}

function notice(input: { title: string; text: Html }): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${input.title} · Tessera</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="stylesheet" href="/pages/notice.css" />
      </head>
      <body>
        <main>
          <p class="brand">Tessera</p>
          <h1>${input.title}</h1>
          <p>${input.text}</p>
        </main>
      </body>
    </html>`.markup;
}
