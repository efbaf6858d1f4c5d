import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { exactNumber } from '../../../src/payments/exact-json.ts';
import { serveInPlace } from './in-place-pages.ts';
import type {
  Action,
  Contract,
  Fault,
  GatewaySimulator,
  SimulatedAnswer,
  SimulatedDispute,
  SimulatedPayment,
  SimulatedRefund,
  SimulatedRequest,
  SimulatedTransaction,
  World,
} from './simulator.ts';

const MAX_ANSWER_BYTES = 1_048_576;
// Often enough that no limit on silence alone would ever strike.
const DRIP_EVERY_MS = 10;
const TAKES_MONEY = new Set<SimulatedDispute['state']>(['open', 'answered', 'lost']);
const UNAVAILABLE: SimulatedAnswer = { status: 503, body: { message: 'upstream timed out' } };
const BUSY: SimulatedAnswer = { status: 429, body: { status: false, message: 'too many requests' } };

/** Runs a gateway's contract on a real port, with whatever faults the test asks for. */
export async function runSimulator(contract: Contract): Promise<GatewaySimulator> {
  const faults: { action: Action; fault: Fault }[] = [];
  const hanging = new Set<ServerResponse>();
  const leaveHanging = (response: ServerResponse): void => {
    hanging.add(response);
    response.once('close', () => hanging.delete(response));
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${contract.basePath}`;

  const simulator: GatewaySimulator = {
    traits: contract.traits,
    account: contract.account,
    url,
    callbackUrl: null,
    settings: {
      numbersAsText: false,
      payWhileStarting: false,
      capturesAtOnce: false,
      refusesScripts: false,
      refundsBeginAs: 'sent',
      hidesNotes: false,
      disputesPerPage: 100,
    },
    payments: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    requests: [],
    sentCallbacks: [],

    faultNext(action, fault, times = 1) {
      for (let count = 0; count < times; count++) faults.push({ action, fault });
    },

    forgetFaults: () => faults.splice(0).length,

    unanswered: () => hanging.size,

    async pay(reference, options = {}) {
      const payment = find(reference);
      const transaction: SimulatedTransaction = {
        id: contract.newId('transaction', ++transactionCount, payment),
        amountMinor: options.amountMinor ?? payment.amountMinor,
        currency: options.currency ?? payment.currency,
        status: 'success',
        // Gateways tell of seconds.
        at: new Date(Math.floor(Date.now() / 1_000) * 1_000),
        pendingLookUps: options.pendingLookUps ?? 0,
        isPending: (options.pendingLookUps ?? 0) > 0,
      };
      payment.transactions.push(transaction);
      const callback = contract.paidCallback(world, payment, transaction);
      if (options.callback !== 'hold' && simulator.callbackUrl !== null) await simulator.send(callback);
      return callback;
    },

    decline(reference) {
      const payment = find(reference);
      payment.transactions.push({
        id: contract.newId('transaction', ++transactionCount, payment),
        amountMinor: payment.amountMinor,
        currency: payment.currency,
        status: 'failed',
        at: new Date(),
        pendingLookUps: 0,
        isPending: false,
      });
    },

    endRefund(refundId, state) {
      const refund = simulator.refunds.get(refundId);
      assert(refund, `the gateway has no refund ${refundId}`);
      refund.state = state;
      return contract.refundCallback(world, refund);
    },

    dispute(reference, options = {}) {
      const transaction = find(reference).transactions.findLast(({ status }) => status === 'success');
      assert(transaction, `nobody has paid ${reference}`);
      const openedAt = new Date(Math.floor(Date.now() / 1_000) * 1_000);
      const made: SimulatedDispute = {
        id: contract.newId('dispute', ++disputeCount),
        transactionId: transaction.id,
        reference,
        amountMinor: options.amountMinor ?? transaction.amountMinor,
        currency: transaction.currency,
        state: options.state ?? 'open',
        openedAt,
        dueAt: options.dueAt ?? new Date(openedAt.getTime() + 5 * 86_400_000),
      };
      simulator.disputes.set(made.id, made);
      return { id: made.id, callback: contract.disputeCallback(world, made) };
    },

    moveDispute(id, state) {
      const dispute = simulator.disputes.get(id);
      assert(dispute, `the gateway has no dispute ${id}`);
      dispute.state = state;
      return contract.disputeCallback(world, dispute);
    },

    async send(callback) {
      assert(simulator.callbackUrl, 'there is nowhere to send a callback to');
      const response = await fetch(`${simulator.callbackUrl}${callback.query ?? ''}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...callback.headers },
        body: callback.body,
        signal: AbortSignal.timeout(20_000),
      });
      await response.arrayBuffer();
      simulator.sentCallbacks.push({ callback, status: response.status });
      return response.status;
    },

    returnUrl: (reference) => contract.returnUrl(find(reference)),

    async close() {
      for (const response of hanging) response.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve, reject) =>
        server.close((error) => (error ? reject(error) : resolve())),
      );
    },
  };

  let transactionCount = 0;
  let refundCount = 0;
  let disputeCount = 0;
  const world: World = {
    payments: simulator.payments,
    refunds: simulator.refunds,
    disputes: simulator.disputes,
    settings: simulator.settings,
    url,
    number: (digits) => (simulator.settings.numbersAsText ? digits : exactNumber(digits)),
    addPayment(payment) {
      const added = { ...payment, isClosed: false, transactions: [] };
      simulator.payments.set(payment.reference, added);
      return added;
    },
    addRefund(refund) {
      const found = world.findTransaction(refund.transactionId);
      if (!found) return null;
      const earlier = [...simulator.refunds.values()].filter(
        ({ transactionId, state }) => transactionId === refund.transactionId && state !== 'failed',
      );
      const refunded = earlier.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      // Money that a bank has claimed back, or holds until it has decided, is not there to be refunded.
      const claimed = [...simulator.disputes.values()]
        .filter(
          ({ transactionId, state }) => transactionId === refund.transactionId && TAKES_MONEY.has(state),
        )
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      if (refunded + claimed + refund.amountMinor > found.transaction.amountMinor) return null;
      const added: SimulatedRefund = {
        ...refund,
        id: contract.newId('refund', ++refundCount),
        reference: found.payment.reference,
        currency: found.transaction.currency,
        state: simulator.settings.refundsBeginAs,
      };
      simulator.refunds.set(added.id, added);
      return added;
    },
    findTransaction(id) {
      for (const payment of simulator.payments.values()) {
        const transaction = payment.transactions.find((candidate) => candidate.id === id);
        if (transaction) return { payment, transaction };
      }
      return null;
    },
  };
  const routes = contract.routes(world);

  function find(reference: string): SimulatedPayment {
    const payment = simulator.payments.get(reference);
    assert(payment, `nobody has started a payment ${reference}`);
    return payment;
  }

  function takeFault(action: Action): Fault | null {
    const index = faults.findIndex((candidate) => candidate.action === action);
    return index < 0 ? null : (faults.splice(index, 1)[0]?.fault ?? null);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const path = pathname.slice(contract.basePath.length);
    const body = await text(request);
    const route = routes.find(({ method, path: pattern }) => method === request.method && pattern.test(path));
    const asked: SimulatedRequest = {
      headers: request.headers,
      query: searchParams,
      caught: route?.path.exec(path)?.slice(1).map(decodeURIComponent) ?? [],
      body,
    };
    const { method = '', headers } = request;
    simulator.requests.push({
      action: route?.action ?? null,
      method,
      path: request.url ?? '',
      headers,
      body,
    });

    if (await serveInPlace(simulator, { contract, world }, { request, response })) return;
    const isAuthorized =
      contract.isAuthorized?.(asked) ??
      headers.authorization === `Bearer ${contract.account.credentials.secretKey}`;
    if (!isAuthorized) {
      return reply(response, contract.unauthorized);
    }
    if (!route) return reply(response, { status: 404, body: { message: 'there is no such address' } });
    const fault = takeFault(route.action);
    if (fault !== null && answerWrong(response, fault, { refused: contract.refused, leaveHanging })) return;

    const recalled = contract.recall?.(asked) ?? null;
    const known = new Set(simulator.payments.keys());
    const done = recalled ?? route.answer(asked);
    const answer = fault === 'unavailable_after' ? UNAVAILABLE : done;
    if (!recalled) contract.remember?.(asked, answer);
    if (simulator.settings.payWhileStarting) {
      for (const reference of simulator.payments.keys())
        if (!known.has(reference)) await simulator.pay(reference);
    }
    if (fault === 'hang_after') return leaveHanging(response);
    if (fault === 'reset_after') return void response.destroy();
    reply(response, answer);
  }

  return simulator;
}

/** Answers as that fault has it, before anything is done. False: what is asked for is done first. */
export function answerWrong(
  response: ServerResponse,
  fault: Fault,
  { refused, leaveHanging }: { refused: SimulatedAnswer; leaveHanging: (response: ServerResponse) => void },
): boolean {
  if (fault === 'hang') leaveHanging(response);
  else if (fault === 'reset') response.destroy();
  else if (fault === 'unavailable') reply(response, UNAVAILABLE);
  else if (fault === 'busy') reply(response, BUSY);
  else if (fault === 'refuse') reply(response, refused);
  else if (fault === 'forbid') reply(response, { ...refused, status: 403 });
  else if (fault === 'nonsense') response.end('<html>Please wait while we check your browser</html>');
  else if (fault === 'too_large') response.end(`{"status":true,"data":"${'x'.repeat(MAX_ANSWER_BYTES)}"}`);
  else if (fault === 'drip_head' || fault === 'drip_body' || fault === 'endless') {
    leaveHanging(response);
    neverEnd(response, fault);
  } else return false;
  return true;
}

/** Answers a request that was made before with the same key in the way it was answered then. With other words, the key is refused. */
export function rememberAnswers(
  header: string,
  refused: SimulatedAnswer,
): Required<Pick<Contract, 'recall' | 'remember'>> {
  const answered = new Map<string, { words: string; answer: SimulatedAnswer }>();
  const keyOf = ({ headers }: SimulatedRequest): string | null => {
    const key = headers[header];
    return typeof key === 'string' ? key : null;
  };
  return {
    recall(request) {
      const earlier = answered.get(keyOf(request) ?? '');
      return earlier ? (earlier.words === request.body ? earlier.answer : refused) : null;
    },
    remember(request, answer) {
      const key = keyOf(request);
      if (key !== null) answered.set(key, { words: request.body, answer });
    },
  };
}

function reply(response: ServerResponse, { status, body }: SimulatedAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Until the other side has had enough. */
function neverEnd(response: ServerResponse, how: 'drip_head' | 'drip_body' | 'endless'): void {
  const beginning = '{"status":true,"data":"';
  if (how === 'endless') {
    const words = Readable.from(forEver(beginning, 'x'.repeat(65_536)));
    return void words.on('error', () => {}).pipe(response);
  }
  const { socket } = response;
  assert(socket);
  if (how === 'drip_head') socket.write('HTTP/1.1 200 OK\r\nX-Waiting: ');
  else response.write(beginning);
  const dripping = setInterval(() => (how === 'drip_head' ? socket : response).write('x'), DRIP_EVERY_MS);
  response.once('close', () => clearInterval(dripping));
}

function* forEver(beginning: string, more: string): Generator<string> {
  yield beginning;
  for (;;) yield more;
}
