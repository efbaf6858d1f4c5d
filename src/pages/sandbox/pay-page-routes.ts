import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { PayPage } from './contract.ts';
import type { Database } from '../../db/database.ts';
import { takeFormBodies } from '../../http/form-body.ts';
import type { HttpServer } from '../../http/server.ts';
import { cancelledUrl } from '../../payments/gateway.ts';
import type { SendPage } from '../serving/send-page.ts';
import { OneOf } from '../../http/schema.ts';
import { ROUTES } from '../../routes.ts';
import { toPayPage } from './pay-page-data.ts';
import { backToShop, findPayment } from './server/sandbox-payment.ts';
import { DISPUTE_STATES, disputePayment } from './server/dispute-payment.ts';
import { takeCard } from './server/take-card.ts';
import { findTestCard, TEST_CARDS, type TestCard } from './server/test-cards.ts';

// `form-action` also governs where the answer to the form redirects to, which is the shop's site: any.
const POLICY = { formAction: '*', frameAncestors: ['*'] } as const;
// Long enough to read two sentences; who needs longer has the link.
const READING_SECONDS = 6;

const ById = Type.Object({ id: Type.String({ maxLength: 100, format: 'text' }) });
const CardForm = Type.Object({
  card: Type.Optional(Type.String({ maxLength: 40 })),
  number: Type.Optional(Type.String({ maxLength: 40 })),
  dispute: Type.Optional(OneOf(DISPUTE_STATES)),
});

/** The hosted payment page, among the other pages that buyers see. */
export async function registerPayPage(
  http: HttpServer,
  { database, sendPage }: { database: Database; sendPage: SendPage },
): Promise<void> {
  const send = (reply: FastifyReply, status: number, data: PayPage): Promise<FastifyReply> =>
    sendPage(reply, { page: 'pay', status, data, policy: POLICY, isSecret: true });

  await http.register(async (pages: HttpServer) => {
    takeFormBodies(pages);

    pages.get(ROUTES.sandbox.payPage.path, { schema: { params: ById } }, async ({ params }, reply) => {
      const payment = await findPayment(database, params);
      return payment ? send(reply, 200, toPayPage(payment)) : send(reply, 404, { about: 'unknown' });
    });
    pages.post(
      ROUTES.sandbox.pay.path,
      { schema: { params: ById, body: CardForm } },
      async ({ params, body }, reply) => {
        const known = await findPayment(database, params);
        if (!known) return send(reply, 404, { about: 'unknown' });
        const { dispute: state } = body;
        if (state !== undefined) {
          const isDone = await database.transaction((tx) => disputePayment(tx, { id: params.id, state }));
          return send(reply, isDone ? 200 : 409, toPayPage((await findPayment(database, params)) ?? known));
        }
        const card = chosenCard(body);
        if (!card) return send(reply, 422, toPayPage(known, 'not_a_test_card'));
        const { behaviour } = card;
        const status = await database.transaction((tx) => takeCard(tx, { id: params.id, behaviour }));
        // The page tells the payment's state after this card, or after one that was quicker.
        const payment = (await findPayment(database, params)) ?? known;
        if (status === 'paid' || status === 'left') {
          const address = backToShop(payment);
          return reply
            .header('cache-control', 'no-store')
            .redirect(status === 'left' ? cancelledUrl(address) : address, 303);
        }
        if (status === 'declined') {
          const trouble = behaviour === 'insufficient_funds' ? behaviour : 'declined';
          return send(reply, 402, toPayPage(payment, trouble));
        }
        if (status === 'processing') {
          reply.header('refresh', `${READING_SECONDS};url=${backToShop(payment)}`);
        }
        return send(reply, status === null ? 409 : 200, toPayPage(payment));
      },
    );
  });
}

/** One of the listed cards, or the one whose number was typed. */
function chosenCard(form: { card?: string; number?: string }): TestCard | null {
  if (form.card === undefined || form.card === 'typed') return findTestCard(form.number ?? '');
  return TEST_CARDS.find(({ behaviour }) => behaviour === form.card) ?? null;
}
