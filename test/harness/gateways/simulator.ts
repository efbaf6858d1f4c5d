import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentAccount } from '../../../src/payments/payment-accounts.ts';
import type { RawCallback, RefundState } from '../../../src/payments/gateway.ts';
import type { Country } from '../../../src/money/countries.ts';

export type Action =
  | 'start'
  | 'look_up'
  | 'list_payments'
  | 'close'
  | 'refund'
  | 'read_refund'
  | 'list_refunds'
  | 'read_payment'
  | 'list_disputes'
  | 'read_dispute'
  | 'capture'
  | 'check';

/** The faults of a request. `_after`: the gateway has done what was asked, and then fails to say so. */
export type Fault =
  | 'hang'
  | 'hang_after'
  | 'reset'
  | 'reset_after'
  | 'unavailable'
  | 'unavailable_after'
  | 'busy'
  | 'refuse'
  /** The key is known, and may not do this. */
  | 'forbid'
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

/** A buyer's bank claims a payment back. `asked`: it only asks, and takes nothing yet. */
export type SimulatedDispute = {
  id: string;
  transactionId: string;
  reference: string;
  amountMinor: number;
  currency: string;
  state: 'asked' | 'open' | 'answered' | 'won' | 'lost';
  openedAt: Date;
  dueAt: Date;
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
export type SignedCallback = {
  headers: Record<string, string>;
  body: string;
  /** Of the address that is called. */
  query?: string;
  /** The text in the body or the query that only the gateway can know, where no header is a signature. */
  mark?: string;
};

/** The ways in which gateways differ, for tests that run one scenario with all of them. */
export type Traits = {
  /** One that it takes, with two decimals, and a country that has it. */
  currency: string;
  country: Country;
  /** The signature of a callback: of its body, a secret beside it, or a mark of ours that it brings along. */
  signs: 'body' | 'secret' | 'mark';
  /** Payments have an id of their own from their start, by which alone they are asked about. */
  hasSession: boolean;
  /** A payment that nobody has tried to pay. */
  untouched: 'open' | 'unknown';
  /** A payment whose card was declined. */
  declined: 'open' | 'closed';
  /** It can be paid all the same. */
  isPayableAfterDecline: boolean;
  /** A page takes one payment and no second one. */
  takesOnce: boolean;
  /** A start without an answer is asked for so often. */
  startsAsked: 1 | 2;
  canClose: boolean;
  /** It has a word for refunds that a person must see to. */
  refundsNeedAttention: boolean;
  /** A dispute that is not over. */
  openDispute: 'open' | 'lost';
  /** Its callbacks say that they tell of a dispute, and disputes have a deadline. */
  namesDisputes: boolean;
};

/** A gateway on a real port. It looks the same from the tests whichever contract it speaks. */
export type GatewaySimulator = {
  traits: Traits;
  account: PaymentAccount;
  /** The gateway's address for the product. */
  url: string;
  /** The address for callbacks. Null: they are made and never sent. */
  callbackUrl: string | null;
  settings: {
    /** Amounts and ids as text where the contract has numbers. */
    numbersAsText: boolean;
    /** The buyer pays, and the callback is delivered, before the start is answered. */
    payWhileStarting: boolean;
    /** The state of new refunds. */
    refundsBeginAs: RefundState['state'];
    /** An approval takes the money, as where somebody has captured it whose answer was lost. PayPal's alone. */
    capturesAtOnce: boolean;
    /** Payments for the gateway's script are refused; its own page goes on. */
    refusesScripts: boolean;
    /** Lists of refunds leave out the note that came with them. */
    hidesNotes: boolean;
    /** Of a list of disputes. */
    disputesPerPage: number;
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
  /** The buyer's bank claims a payment back: all of it, unless told otherwise. Answers the callback. */
  dispute(
    reference: string,
    options?: { amountMinor?: number; state?: SimulatedDispute['state']; dueAt?: Date },
  ): { id: string; callback: SignedCallback };
  /** A dispute goes on, or comes to its end. Answers the callback. */
  moveDispute(id: string, state: SimulatedDispute['state']): SignedCallback;
  disputes: Map<string, SimulatedDispute>;
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
  /** The buyer is sent back there, with all that the gateway adds. */
  returnUrl(reference: string): string;
  close(): Promise<void>;
};

export type SimulatedRequest = {
  headers: IncomingHttpHeaders;
  query: URLSearchParams;
  /** The values of the route's pattern. */
  caught: string[];
  body: string;
};
export type SimulatedAnswer = { status: number; body: object };
export type Route = {
  action: Action;
  method: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
  answer(request: SimulatedRequest): SimulatedAnswer;
};

/** All that a gateway knows. */
export type World = Pick<GatewaySimulator, 'payments' | 'refunds' | 'disputes' | 'settings' | 'url'> & {
  /** A number as the contract has it, or as text. */
  number(digits: string): object | string;
  addPayment(payment: Omit<SimulatedPayment, 'isClosed' | 'transactions'>): SimulatedPayment;
  /** Null where more would go back than was taken. */
  addRefund(refund: Omit<SimulatedRefund, 'state' | 'id' | 'reference' | 'currency'>): SimulatedRefund | null;
  findTransaction(id: string): { payment: SimulatedPayment; transaction: SimulatedTransaction } | null;
};

/** How a gateway's script shows a payment within somebody's page. */
export type InPlaceContract = {
  /** The script's path on the gateway's own origin. */
  scriptPath: string;
  /** The script, with the functions and callbacks that the gateway documents. `page` is the address of its pages, without a slash. */
  script(page: string): string;
  /** The payment of a page, and its sum; null where there is none to pay. */
  find(world: World, query: URLSearchParams): { key: string; amountMinor?: number } | null;
};

/** One gateway's contract. */
export type Contract = {
  traits: Traits;
  account: PaymentAccount;
  basePath: string;
  newId(kind: 'transaction' | 'refund' | 'dispute', count: number, payment?: SimulatedPayment): string;
  /** For gateways whose requests are made with something else than the secret key. */
  isAuthorized?(request: SimulatedRequest): boolean;
  routes(world: World): Route[];
  unauthorized: SimulatedAnswer;
  refused: SimulatedAnswer;
  paidCallback(world: World, payment: SimulatedPayment, transaction: SimulatedTransaction): SignedCallback;
  refundCallback(world: World, refund: SimulatedRefund): SignedCallback | null;
  disputeCallback(world: World, dispute: SimulatedDispute): SignedCallback;
  returnUrl(payment: SimulatedPayment): string;
  /** The gateway's script, and which payment its page is of. */
  inPlace?: InPlaceContract;
  /** Answers a request that was made before in the way it was answered then. */
  recall?(request: SimulatedRequest): SimulatedAnswer | null;
  remember?(request: SimulatedRequest, answer: SimulatedAnswer): void;
};

/** A page of a list, by its number from 1; and how many pages there are. */
export function pageOf<T>(
  listed: T[],
  { page, perPage }: { page: number; perPage: number },
): { shown: T[]; pages: number } {
  return {
    shown: listed.slice((page - 1) * perPage, page * perPage),
    pages: Math.ceil(listed.length / perPage),
  };
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
  const { mark = '' } = callback;
  return { ...withMark(callback, mark.replace(/.$/, swap(mark.at(-1) ?? '0'))), headers };
}

export const withoutSignature = (callback: SignedCallback): SignedCallback => ({
  ...withMark(callback, ''),
  headers: {},
});

function withMark({ mark, ...callback }: SignedCallback, other: string): SignedCallback {
  if (mark === undefined) return callback;
  const { query } = callback;
  return {
    ...callback,
    body: callback.body.replaceAll(mark, other),
    ...(query !== undefined && { query: query.replaceAll(mark, other) }),
  };
}

/** A callback as the product takes it in. */
export const toRaw = ({ headers, body, query }: SignedCallback): RawCallback => ({
  headers,
  body: Buffer.from(body),
  ...(query !== undefined && { query: new URLSearchParams(query) }),
});
