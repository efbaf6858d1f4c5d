import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { mpesaPromptLimits } from '../../../attempts/attempt-limits.ts';
import { countAttempt } from '../../../attempts/count-attempt.ts';
import type { Database } from '../../../db/database.ts';
import type { ClientAddress } from '../../../http/client-address.ts';
import { takeFormBodies } from '../../../http/form-body.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { Logger } from '../../../log/logger.ts';
import { GatewayRefused, GatewaySilent } from '../../../payments/gateway.ts';
import type { Gateways } from '../../../payments/gateways.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import { readKenyanPhone } from '../../../rules/kenyan-phone.ts';
import type { SendPage } from '../../serving/send-page.ts';
import { languageOf, queryOf, readPageQuery } from '../embed/server/page-query.ts';
import type { MpesaPage } from './contract.ts';
import { findMpesaPayment, type MpesaPayment } from './server/mpesa-payment.ts';
import { showPayment } from './server/show-payment.ts';

const schema = { params: Type.Object({ token: Type.String({ maxLength: 40 }) }) };
const PhoneForm = Type.Object({ phone: Type.Optional(Type.String({ maxLength: 40 })) });

// `form-action` also governs where the answer to the form redirects to.
const POLICY = { formAction: '*', frameAncestors: ['*'] } as const;
const REFRESH_SECONDS = 5;
// However often the page is opened, M-Pesa is asked no more often about one payment.
const ASKED_EVERY = '3 seconds';

export type MpesaDeps = {
  database: Database;
  gateways: Gateways;
  clientAddress: ClientAddress;
  sendPage: SendPage;
  logger: Logger;
};

/** The page from which a buyer has prompts of M-Pesa sent to a phone. It works without a script. */
export async function registerMpesaPage(http: HttpServer, deps: MpesaDeps): Promise<void> {
  const { database } = deps;
  const send = (reply: FastifyReply, status: number, data: MpesaPage): Promise<FastifyReply> =>
    deps.sendPage(reply, { page: 'mpesa', status, data, policy: POLICY, isSecret: true });

  await http.register(async (pages: HttpServer) => {
    takeFormBodies(pages);

    pages.get(ROUTES.mpesa.page.path, { schema }, async (request, reply) => {
      const known = await findMpesaPayment(database, request.params.token);
      if (!known) return send(reply, 404, { about: 'unknown', language: languageOf(request) });
      const payment = (await lookAgain(deps, known))
        ? await findAgain(database, request.params.token, known)
        : known;
      if (payment.isPaid) return goBack(reply, payment);
      const language = readPageQuery(queryOf(request)).language ?? payment.language;
      const page = showPayment(payment, language);
      if (page.about === 'waiting') reply.header('refresh', String(REFRESH_SECONDS));
      return send(reply, 200, page);
    });

    pages.post(
      ROUTES.mpesa.prompt.path,
      { schema: { ...schema, body: PhoneForm } },
      async (request, reply) => {
        const { token } = request.params;
        const payment = await findMpesaPayment(database, token);
        if (!payment) return send(reply, 404, { about: 'unknown', language: languageOf(request) });
        const language = readPageQuery(queryOf(request)).language ?? payment.language;
        if (payment.isPaid) return goBack(reply, payment);
        if (!payment.isOpen) return send(reply, 409, showPayment(payment, language));
        const typed = request.body.phone?.trim() ?? '';
        const phone = typed === '' && payment.prompt?.phone ? payment.prompt.phone : readKenyanPhone(typed);
        if (phone === null)
          return send(
            reply,
            422,
            showPayment(payment, language, { phone: typed, trouble: 'phone', waitSeconds: null }),
          );
        // Pressed twice, or in two windows: one prompt is on the phone, and more would only be refused.
        const isThere = payment.prompt?.state === 'waiting' && !payment.prompt.isOld;
        if (!isThere) {
          try {
            const { reference } = payment;
            const address = deps.clientAddress(request.raw);
            await countAttempt(database, mpesaPromptLimits({ phone, reference, address }));
          } catch (error) {
            if (!(error instanceof Refusal && error.code === 'rate_limited')) throw error;
            const waitSeconds = error.retryAfterSeconds ?? null;
            return send(
              reply,
              429,
              showPayment(payment, language, { phone: typed, trouble: 'too_often', waitSeconds }),
            );
          }
          const gateway = await deps.gateways.open('mpesa', payment.accountId);
          await gateway.prompt?.({ reference: payment.reference, phone, amountMinor: payment.amountMinor });
        }
        const search = new URL(request.url, 'http://page').search;
        return reply.header('cache-control', 'no-store').redirect(`mpesa${search}`, 303);
      },
    );
  });
}

const goBack = (reply: FastifyReply, { returnUrl }: MpesaPayment): FastifyReply =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(returnUrl, 303);

const findAgain = async (database: Database, token: string, known: MpesaPayment): Promise<MpesaPayment> =>
  (await findMpesaPayment(database, token)) ?? known;

/** Asks M-Pesa, where a prompt is waited for and nobody has asked just now. False: nothing new is known. */
async function lookAgain(
  { database, gateways, logger }: MpesaDeps,
  { reference, accountId, prompt }: MpesaPayment,
): Promise<boolean> {
  if (prompt?.state !== 'waiting') return false;
  const { rowCount } = await database.query(
    `UPDATE mpesa_payments SET asked_at = clock_timestamp()
      WHERE reference = $1 AND coalesce(asked_at, '-infinity') < clock_timestamp() - interval '${ASKED_EVERY}'`,
    [reference],
  );
  if (rowCount !== 1) return false;
  try {
    const gateway = await gateways.open('mpesa', accountId);
    await gateway.lookUp({ reference, sessionId: null, checkoutUrl: null });
  } catch (error) {
    if (!(error instanceof GatewaySilent || error instanceof GatewayRefused)) throw error;
    logger.warn({ err: error }, 'M-Pesa could not be asked about a prompt');
  }
  return true;
}
