import type { FastifyReply } from 'fastify';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Type } from 'typebox';
import type { Database } from '../db/database.ts';
import type { HttpServer } from '../http/server.ts';
import { readStylesheet } from '../pages/read-stylesheet.ts';
import { renderPayPage, renderUnknownPayment } from './pay-page.ts';
import { backToShop, findPayment } from './sandbox-payment.ts';
import { takeCard } from './take-card.ts';
import { findTestCard, TEST_CARDS, type TestCard } from './test-cards.ts';
import { ROUTES } from '../routes.ts';

// `form-action` also governs where the answer to the form redirects to, which is the shop's site: any.
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; form-action *; frame-ancestors *";
// Long enough to read two sentences; who needs longer has the link.
const READING_SECONDS = 6;

const ById = Type.Object({ id: Type.String({ maxLength: 100, format: 'text' }) });
const CardForm = Type.Object({
  card: Type.Optional(Type.String({ maxLength: 40 })),
  number: Type.Optional(Type.String({ maxLength: 40 })),
});

/** The hosted payment page, among the other pages that buyers see. */
export async function registerPayPage(http: HttpServer, database: Database): Promise<void> {
  const [style, script] = await Promise.all([
    readStylesheet(path.join(import.meta.dirname, 'pay-page.css')),
    readFile(path.join(import.meta.dirname, 'pay-page.js'), 'utf8'),
  ]);
  await http.register(async (pages: HttpServer) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string | Buffer) =>
        Object.fromEntries(new URLSearchParams(String(body))),
    );
    pages.get(ROUTES.sandbox.payPageStyle.path, async (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(style),
    );
    pages.get(ROUTES.sandbox.payPageScript.path, async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(script),
    );

    pages.get(ROUTES.sandbox.payPage.path, { schema: { params: ById } }, async ({ params }, reply) => {
      const payment = await findPayment(database, params);
      return payment
        ? sendPage(reply, 200, renderPayPage(payment))
        : sendPage(reply, 404, renderUnknownPayment());
    });
    pages.post(
      ROUTES.sandbox.pay.path,
      { schema: { params: ById, body: CardForm } },
      async ({ params, body }, reply) => {
        const known = await findPayment(database, params);
        if (!known) return sendPage(reply, 404, renderUnknownPayment());
        const card = chosenCard(body);
        if (!card) return sendPage(reply, 422, renderPayPage(known, 'not_a_test_card'));
        const { behaviour } = card;
        const status = await database.transaction((tx) => takeCard(tx, { id: params.id, behaviour }));
        // What the page tells now is how the payment stands after this card, or after one that was quicker.
        const payment = (await findPayment(database, params)) ?? known;
        if (status === 'paid' || status === 'left') {
          return reply.header('cache-control', 'no-store').redirect(backToShop(payment), 303);
        }
        if (status === 'declined') {
          const trouble = behaviour === 'insufficient_funds' ? behaviour : 'declined';
          return sendPage(reply, 402, renderPayPage(payment, trouble));
        }
        if (status === 'processing') {
          reply.header('refresh', `${READING_SECONDS};url=${backToShop(payment)}`);
        }
        return sendPage(reply, status === null ? 409 : 200, renderPayPage(payment));
      },
    );
  });
}

/** One of the listed cards, or the one whose number was typed. */
function chosenCard(form: { card?: string; number?: string }): TestCard | null {
  if (form.card === undefined || form.card === 'typed') return findTestCard(form.number ?? '');
  return TEST_CARDS.find(({ behaviour }) => behaviour === form.card) ?? null;
}

function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .send(page);
}
