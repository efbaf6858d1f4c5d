import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReceiptNotice } from './contract.ts';
import type { Database } from '../../../db/database.ts';
import type { HttpServer } from '../../../http/server.ts';
import { changeConsent } from '../../../newsletter/consent.ts';
import { answerQuestions } from '../../../questions/answer-questions.ts';
import { ROUTES } from '../../../routes.ts';
import { TICKED, type GivenAnswer } from '../../../rules/questions.ts';
import { mayAnswer } from './server/asked-of-order.ts';
import { loadReceipt, type Receipt } from './server/load-receipt.ts';
import { liveTickets } from './server/receipt-state.ts';
import type { ReceiptDeps } from './routes.ts';
import { backTo, keepSecret } from './server/send-receipt-page.ts';

const FORM = 'application/x-www-form-urlencoded';
// A field's name: a question, and the ticket that it is about.
const FIELD = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.([1-9]\d{0,3}))?$/;

type ByToken = { Params: { token: string } };

/** The buyer answers the host's questions on the receipt: a plain form, which works without a script. */
export function registerAnswers(
  forms: HttpServer,
  { database, secretKeys }: ReceiptDeps,
  sendNoOrder: (request: FastifyRequest<ByToken>, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  // Other types are refused before anybody reads the body.
  forms.removeAllContentTypeParsers();
  forms.addContentTypeParser(
    FORM,
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string | Buffer) => readForm(new URLSearchParams(body.toString())),
  );
  forms.post<ByToken & { Body: AnswerForm | null }>(ROUTES.orderPages.answer.path, async (request, reply) => {
    const { token } = request.params;
    const receipt = await loadReceipt(database, secretKeys, { receiptToken: token, language: null });
    if (!receipt) return sendNoOrder(request, reply);
    const form = request.body ?? NOTHING;
    await saveConsent(database, receipt, form.agrees);
    const isOfNewsletter = form.agrees !== null && form.positions.size === 0;
    const notice = isOfNewsletter ? 'answered' : await saveAnswers(database, receipt, form);
    return keepSecret(reply).redirect(backTo(request, token, notice), 303);
  });
}

async function saveAnswers(database: Database, receipt: Receipt, form: AnswerForm): Promise<ReceiptNotice> {
  if (!mayAnswer(receipt)) return 'answers_too_late';
  const { wrong } = await database.transaction((tx) =>
    answerQuestions(tx, {
      eventId: receipt.event.id,
      orderId: receipt.order.id,
      tickets: liveTickets(receipt),
      given: form.given,
      isAnswered: ({ ticket }) => form.positions.has(ticket ?? 0),
    }),
  );
  return wrong === 0 ? 'answered' : 'answers_missing';
}

/** Saves it in any state of the event, but not of an order that was never confirmed. */
async function saveConsent(
  database: Database,
  { order, event }: Receipt,
  agrees: AnswerForm['agrees'],
): Promise<void> {
  if (agrees === null || order.confirmedAt === null) return;
  const { id: orderId, buyer, language } = order;
  await database.transaction((tx) =>
    changeConsent(tx, { hostId: event.host.id, orderId, email: buyer.email, agrees, language }),
  );
}

type AnswerForm = {
  given: GivenAnswer[];
  /** The tickets' places that had fields on the form, 0 for the order. */
  positions: ReadonlySet<number>;
  /** Null: it was not asked. */
  agrees: boolean | null;
};

const NOTHING: AnswerForm = { given: [], positions: new Set(), agrees: null };

function readForm(form: URLSearchParams): AnswerForm {
  const given = [...form].flatMap(([name, answer]): GivenAnswer[] => {
    const [, questionId, ticket] = FIELD.exec(name) ?? [];
    return questionId === undefined
      ? []
      : [{ questionId, ticket: ticket === undefined ? null : Number(ticket), answer }];
  });
  return {
    given,
    positions: new Set(form.getAll('about').map(Number)),
    agrees: form.has('asksNewsletter') ? form.get('newsletter') === TICKED : null,
  };
}
