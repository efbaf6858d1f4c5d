import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpServer } from '../../http/server.ts';
import { changeConsent } from '../../newsletter/consent.ts';
import { answerQuestions } from '../../questions/answer-questions.ts';
import { ROUTES } from '../../routes.ts';
import { TICKED, type GivenAnswer } from '../../values/questions.ts';
import { mayAnswer } from './asked-of-order.ts';
import { loadReceipt } from './load-receipt.ts';
import { liveTickets } from './receipt-state.ts';
import type { ReceiptParts } from './register-receipt.ts';
import { backTo, keepSecret } from './send-receipt-page.ts';

const FORM = 'application/x-www-form-urlencoded';
// A field's name: a question, and the ticket that it is about.
const FIELD = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.([1-9]\d{0,3}))?$/;

type ByToken = { Params: { token: string } };

/** What the host asks, answered on the receipt: a plain form, which works without a script. */
export function registerAnswers(
  forms: HttpServer,
  { database, secretKeys }: ReceiptParts,
  sendNoOrder: (request: FastifyRequest<ByToken>, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  forms.removeContentTypeParser(FORM);
  forms.addContentTypeParser(
    FORM,
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string | Buffer) => readForm(new URLSearchParams(body.toString())),
  );
  forms.post<ByToken & { Body: AnswerForm | null }>(ROUTES.orderPages.answer.path, async (request, reply) => {
    const { token } = request.params;
    const receipt = await loadReceipt(database, secretKeys, token);
    if (!receipt) return sendNoOrder(request, reply);
    const form = request.body instanceof Object && 'given' in request.body ? request.body : NOTHING;
    if (!mayAnswer(receipt))
      return keepSecret(reply).redirect(backTo(request, token, 'answers_too_late'), 303);
    const { order, event } = receipt;
    const { wrong } = await database.transaction(async (tx) => {
      const answered = await answerQuestions(tx, {
        eventId: event.id,
        orderId: order.id,
        tickets: liveTickets(receipt),
        given: form.given,
        isAnswered: ({ ticket }) => form.positions.has(ticket ?? 0),
      });
      if (form.agrees !== null) {
        const { language, buyer } = order;
        await changeConsent(tx, {
          hostId: event.host.id,
          orderId: order.id,
          email: buyer.email,
          agrees: form.agrees,
          language,
        });
      }
      return answered;
    });
    const notice = wrong === 0 ? 'answered' : 'answers_missing';
    return keepSecret(reply).redirect(backTo(request, token, notice), 303);
  });
}

type AnswerForm = {
  given: GivenAnswer[];
  /** Whose fields were on the form: the tickets' places, 0 for the order. */
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
