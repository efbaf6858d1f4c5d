import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { exactNumber } from '../../../src/payments/exact-json.ts';
import type { PaymentAccount } from '../../../src/payments/payment-accounts.ts';
import type { RefundState } from '../../../src/payments/gateway.ts';

export type Action =
  | 'start'
  | 'look_up'
  | 'list_payments'
  | 'close'
  | 'refund'
  | 'read_refund'
  | 'list_refunds';

/** What can go wrong with a request. `_after`: the gateway has done what was asked, and then fails to say so. */
export type Fault =
  | 'hang'
  | 'hang_after'
  | 'reset'
  | 'reset_after'
  | 'unavailable'
  | 'unavailable_after'
  | 'busy'
  | 'refuse'
  | 'nonsense'
  | 'too_large'
  /** The head of an answer, or its body, comes byte by byte and has no end. */
  | 'drip_head'
  | 'drip_body'
  /** A body as fast as it is taken, which has no end either. */
  | 'endless';

export type SimulatedTransaction = {
  id: string;
  amountMinor: number;
  currency: string;
  status: 'success' | 'pending' | 'failed';
  at: Date;
  /** So many look-ups still show it as pending. */
  pendingLookUps: number;
  /** No look-up has shown yet what became of it. */
  isPending: boolean;
};

export type SimulatedPayment = {
  reference: string;
  amountMinor: number;
  currency: string;
  email: string;
  returnUrl: string;
  checkoutUrl: string;
  sessionId: string;
  isClosed: boolean;
  transactions: SimulatedTransaction[];
};

export type SimulatedRefund = {
  id: string;
  reference: string;
  transactionId: string;
  amountMinor: number;
  currency: string;
  note: string;
  state: RefundState['state'];
};

/** A callback as it goes over the wire. */
export type SignedCallback = { headers: Record<string, string>; body: string };

/** A gateway on a real port. It looks the same from the tests whichever contract it speaks. */
export type GatewaySimulator = {
  account: PaymentAccount;
  /** What the product is given as the gateway's address. */
  url: string;
  /** Where callbacks go. Null: they are made and never sent. */
  callbackUrl: string | null;
  settings: {
    /** Amounts and ids as text where the contract has numbers. */
    numbersAsText: boolean;
    /** The buyer pays, and the callback is delivered, before the start is answered. */
    payWhileStarting: boolean;
    /** What new refunds are in. */
    refundsBeginAs: RefundState['state'];
    /** Lists of refunds leave out the note that came with them. */
    hidesNotes: boolean;
  };
  /** The next requests of that kind go wrong. */
  faultNext(action: Action, fault: Fault, times?: number): void;
  /** Calls off the faults that have not come to pass, and says how many those are. */
  forgetFaults(): number;
  /** How many requests still wait for the end of their answer. */
  unanswered(): number;
  /** The buyer pays: what was asked, unless told otherwise. May be done twice, and after the page was closed. */
  pay(
    reference: string,
    options?: {
      amountMinor?: number;
      currency?: string;
      pendingLookUps?: number;
      /** `hold`: the callback is only handed back, to be sent by the test when it likes. */
      callback?: 'send' | 'hold';
    },
  ): Promise<SignedCallback>;
  /** The buyer's card is declined. */
  decline(reference: string): void;
  /** A refund comes to its end. Answers the callback, where the gateway sends one. */
  endRefund(refundId: string, state: RefundState['state']): SignedCallback | null;
  /** Delivers a callback and answers with which status it was taken. */
  send(callback: SignedCallback): Promise<number>;
  sentCallbacks: { callback: SignedCallback; status: number }[];
  payments: Map<string, SimulatedPayment>;
  refunds: Map<string, SimulatedRefund>;
  requests: {
    action: Action | null;
    method: string;
    path: string;
    headers: IncomingHttpHeaders;
    body: string;
  }[];
  /** Where the buyer is sent back to, with all that the gateway adds. */
  returnUrl(reference: string): string;
  close(): Promise<void>;
};

export type SimulatedRequest = {
  headers: IncomingHttpHeaders;
  query: URLSearchParams;
  /** What the route's pattern caught. */
  caught: string[];
  body: string;
};
export type SimulatedAnswer = { status: number; body: object };
export type Route = {
  action: Action;
  method: 'GET' | 'POST';
  path: RegExp;
  answer(request: SimulatedRequest): SimulatedAnswer;
};

/** All that a gateway knows. */
export type World = Pick<GatewaySimulator, 'payments' | 'refunds' | 'settings' | 'url'> & {
  /** A number as the contract has it, or as text. */
  number(digits: string): object | string;
  addPayment(payment: Omit<SimulatedPayment, 'isClosed' | 'transactions'>): SimulatedPayment;
  /** Null where more would go back than was taken. */
  addRefund(refund: Omit<SimulatedRefund, 'state' | 'id' | 'reference' | 'currency'>): SimulatedRefund | null;
  findTransaction(id: string): { payment: SimulatedPayment; transaction: SimulatedTransaction } | null;
};

/** One gateway's contract. */
export type Contract = {
  account: PaymentAccount;
  basePath: string;
  newId(kind: 'transaction' | 'refund', count: number): string;
  routes(world: World): Route[];
  unauthorized: SimulatedAnswer;
  refused: SimulatedAnswer;
  paidCallback(world: World, payment: SimulatedPayment, transaction: SimulatedTransaction): SignedCallback;
  refundCallback(world: World, refund: SimulatedRefund): SignedCallback | null;
  returnUrl(payment: SimulatedPayment): string;
  /** Answers a request that was made before in the way it was answered then. */
  recall?(request: SimulatedRequest): SimulatedAnswer | null;
  remember?(request: SimulatedRequest, answer: SimulatedAnswer): void;
};

const MOST_ANSWER_BYTES = 1_048_576;
// Often enough that no limit on silence alone would ever strike.
const DRIP_EVERY_MS = 10;
const UNAVAILABLE: SimulatedAnswer = { status: 503, body: { message: 'upstream timed out' } };
const BUSY: SimulatedAnswer = { status: 429, body: { status: false, message: 'too many requests' } };

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
    account: contract.account,
    url,
    callbackUrl: null,
    settings: { numbersAsText: false, payWhileStarting: false, refundsBeginAs: 'sent', hidesNotes: false },
    payments: new Map(),
    refunds: new Map(),
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
        id: contract.newId('transaction', ++transactionCount),
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
        id: contract.newId('transaction', ++transactionCount),
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

    async send(callback) {
      assert(simulator.callbackUrl, 'there is nowhere to send a callback to');
      const response = await fetch(simulator.callbackUrl, {
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
  const world: World = {
    payments: simulator.payments,
    refunds: simulator.refunds,
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
      if (refunded + refund.amountMinor > found.transaction.amountMinor) return null;
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

    if (headers.authorization !== `Bearer ${contract.account.credentials.secretKey}`) {
      return reply(response, contract.unauthorized);
    }
    if (!route) return reply(response, { status: 404, body: { message: 'there is no such address' } });
    const fault = takeFault(route.action);
    if (fault === 'hang') return leaveHanging(response);
    if (fault === 'reset') return void response.destroy();
    if (fault === 'unavailable') return reply(response, UNAVAILABLE);
    if (fault === 'busy') return reply(response, BUSY);
    if (fault === 'refuse') return reply(response, contract.refused);
    if (fault === 'nonsense')
      return void response.end('<html>Please wait while we check your browser</html>');
    if (fault === 'too_large')
      return void response.end(`{"status":true,"data":"${'x'.repeat(MOST_ANSWER_BYTES)}"}`);
    if (fault === 'drip_head' || fault === 'drip_body' || fault === 'endless') {
      leaveHanging(response);
      return neverEnd(response, fault);
    }

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

/** How a look-up shows the newest transaction; none where nobody has tried to pay. */
export function showNewest(payment: SimulatedPayment): {
  transaction: SimulatedTransaction;
  status: SimulatedTransaction['status'];
} | null {
  const transaction = payment.transactions.at(-1);
  if (!transaction) return null;
  if (transaction.pendingLookUps === 0) {
    transaction.isPending = false;
    return { transaction, status: transaction.status };
  }
  transaction.pendingLookUps -= 1;
  return { transaction, status: 'pending' };
}

/** The same words, signed by somebody else. */
export function withBadSignature(callback: SignedCallback): SignedCallback {
  const swap = (digit: string) => (digit === '0' ? '1' : '0');
  const headers = Object.fromEntries(
    Object.entries(callback.headers).map(([name, value]) => [
      name,
      value.replace(/.$/, swap(value.at(-1) ?? '0')),
    ]),
  );
  return { headers, body: callback.body };
}

export const withoutSignature = ({ body }: SignedCallback): SignedCallback => ({ headers: {}, body });
