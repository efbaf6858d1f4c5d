import type { AccountGateway } from '../rules/gateway-accounts.ts';
import type { PaidMethod } from '../rules/payment-methods.ts';

/** A buyer who presses Cancel or Close comes back by this address. Flutterwave adds the same mark by itself. */
export const cancelledUrl = (returnUrl: string): string => {
  const url = new URL(returnUrl);
  url.searchParams.set('status', 'cancelled');
  return url.href;
};

/** The start of a payment. The reference is ours and unique; the gateway keeps it with the payment. */
export type PaymentStart = {
  reference: string;
  amountMinor: number;
  currency: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  /** The purchase in words, for the gateway's page. */
  description: string;
  /** The gateway sends the buyer back here, or to `cancelledUrl()` of it. Anything else that it adds to the address is ignored. */
  returnUrl: string;
  /** The gateway should take no payment after this, if it can be told so. */
  payBy: Date;
  /** The buyer may pay by the gateway's script too: see `inPlace` of the gateway. */
  isForFrame?: boolean;
};

export type StartedPayment = {
  checkoutUrl: string;
  /** The gateway's own name of the page, where it needs one to be asked about it. */
  sessionId: string | null;
};

/**
 * The words for a gateway's script, which shows a payment within a document of ours (docs/decisions/payment-in-the-frame.md). That
 * document knows these and nothing else of the order.
 */
export type ScriptWords =
  | { gateway: 'paystack'; accessCode: string }
  | {
      gateway: 'flutterwave';
      publicKey: string;
      reference: string;
      /** In major units. */
      amount: string;
      currency: string;
      email: string;
      name: string;
      phone: string | null;
      title: string;
    }
  | { gateway: 'stripe'; publicKey: string; clientSecret: string };

/** How a payment is found again at the gateway. */
export type PaymentName = {
  reference: string;
  sessionId: string | null;
  checkoutUrl: string | null;
  /** Its order has ended, or is paid: what the gateway waits for us to take is not to be taken any more. */
  isOver?: boolean;
};

/** Money that the gateway has taken under our reference. */
export type TakenPayment = {
  gatewayPaymentId: string;
  amountMinor: number;
  currency: string;
  paidAt: Date;
  /** Null: the gateway does not say, or by a word that we do not know. */
  method: PaidMethod | null;
};

/**
 * `open`: may still be paid. `under_way`: the buyer has paid, by a bank transfer for instance, and the money is not here yet. `closed`: failed, left or expired, and nothing will come of
 * it without a new attempt.
 */
export type LookedUp = {
  state: 'paid' | 'under_way' | 'open' | 'closed' | 'unknown';
  taken: TakenPayment[];
  /** The look-up shows disputes, or that there were some, at gateways whose callbacks do not say what they are about. */
  isDisputed?: true;
};

export type RefundRequest = {
  gatewayPaymentId: string;
  reference: string;
  /** Ours, the same on every try. */
  refundId: string;
  /** How often a person has asked for another try, after the gateway had said no or that it failed. */
  retries: number;
  amountMinor: number;
  currency: string;
  /** The gateway's answer to an earlier try of this refund, if any. */
  gatewayRefundId: string | null;
  /** An earlier try may have gone through unseen: it must be found before another is made. */
  mayBeThere: boolean;
  /** The gateway's ids of the tries before the last retry: one of them counts only if it did not fail after all. */
  earlierRefundIds: string[];
  /** The gateway's ids of this payment's other refunds, which are not the one sought. */
  otherRefundIds: string[];
};

export type RefundState = {
  state: 'sent' | 'succeeded' | 'failed' | 'needs_attention';
  gatewayRefundId: string;
  note: string | null;
};

/** A payment that a buyer may have disputed, as the gateway knows it. */
export type DisputedPayment = { gatewayPaymentId: string; reference: string; currency: string };

/** A buyer's bank claims a payment back (a chargeback), or asks about it first. */
export type FoundDispute = {
  gatewayDisputeId: string;
  amountMinor: number;
  currency: string;
  /** The gateway's word for it; empty where it has none. */
  reason: string;
  /** `lost`: the money has left the host. `won`: the dispute is over, and it has not, or it is back. */
  state: 'open' | 'won' | 'lost';
  /** The gateway still takes a refund, and the dispute then takes no more money. */
  isRefundable: boolean;
  /** Until when the host may answer, where the gateway says so. */
  dueAt: Date | null;
  openedAt: Date;
  /** Null: open, or ended at a time that the gateway does not tell. */
  endedAt: Date | null;
};

/** A gateway's verdict on a key. `not_permitted`: it knows the key, which lacks a permission that we need. */
export type KeyVerdict = 'good' | 'wrong_key' | 'not_permitted';

export type Callback = {
  /** Our reference of the payment that it tells of; null where it tells of nothing that we follow. */
  reference: string | null;
  /** The gateway's own id of the payment, where it names that instead. */
  gatewayPaymentId?: string;
  /** It tells of a dispute. */
  isOfDispute?: true;
};

export type RawCallback = {
  headers: Record<string, string | string[] | undefined>;
  /** The address that was called, from its question mark on. */
  query?: URLSearchParams;
  body: Buffer;
};

/** A payment that was started, to be shown by the gateway's script. */
export type FramedPayment = PaymentName &
  Pick<
    PaymentStart,
    'amountMinor' | 'currency' | 'email' | 'firstName' | 'lastName' | 'phone' | 'description'
  >;

/**
 * One payment gateway, for one account. Nothing else of a gateway is known outside its adapter.
 *
 * A call either answers, or throws GatewayRefused (the gateway said no: nothing happened), or GatewaySilent (no answer, or
 * nonsense: it may have happened, and must be looked up before it is tried again). Every call ends within its time limit.
 */
export type Gateway = {
  /** Whether its payment page may be shown in a frame. */
  isFramable: boolean;
  start(payment: PaymentStart): Promise<StartedPayment>;
  /** Its own script shows a payment within a document of ours. Missing where it has none, or the account has no public key. */
  inPlace?: {
    /** Whether this payment can be shown so. Asks nobody. */
    canShow(payment: PaymentName): boolean;
    /** Null: it can't be paid so any more. */
    findWords(payment: FramedPayment): Promise<ScriptWords | null>;
  };
  lookUp(payment: PaymentName): Promise<LookedUp>;
  /** Asks the gateway not to take this payment any more, where it can be asked. */
  close(payment: PaymentName): Promise<void>;
  /** Asks a phone for the payment, where the gateway has no page of its own. False: nothing was sent. */
  prompt?(asked: { reference: string; phone: string; amountMinor: number }): Promise<boolean>;
  refund(refund: RefundRequest): Promise<RefundState>;
  /** All disputes of a payment, those that are over included. Missing where a gateway tells of none. */
  findDisputes?(payment: DisputedPayment): Promise<FoundDispute[]>;
  /** Payments with disputes that were opened since then, for those whose callback never came. */
  listDisputed?(since: Date): Promise<Pick<Callback, 'reference' | 'gatewayPaymentId'>[]>;
  /** Asks the gateway something harmless, to see whether it knows the account's key. */
  check(): Promise<KeyVerdict>;
  /** Answers null where the signature is not the gateway's. */
  readCallback(callback: RawCallback): Callback | null;
};

export type GatewayName = 'sandbox' | AccountGateway;

/** The keeper of a payment's money: a gateway, or the host itself, which sold at the counter or by transfer. */
export type PaidThrough = GatewayName | 'by_hand' | 'bank_transfer';

/** Money that the host took itself, at the counter or on its own bank account: it gives it back itself, and no gateway knows of it. */
export const isTakenByHost = (through: PaidThrough): through is 'by_hand' | 'bank_transfer' =>
  through === 'by_hand' || through === 'bank_transfer';

/**
 * The gateway understood and declined. Its own words are not in the message: they may repeat what it was sent, such as the
 * buyer's address. They belong in the order's history and in no log.
 */
export class GatewayRefused extends Error {
  readonly words: string | null;

  constructor(message: string, words: string | null = null) {
    super(message);
    this.words = words;
  }
}

/** For the order's history: the gateway's own words too, where it had any. */
export function refusalInFull(error: GatewayRefused | GatewaySilent): string {
  const words = error instanceof GatewayRefused ? error.words : null;
  return words === null ? error.message : `${error.message}: ${words}`;
}

/** It is not known whether it happened. */
export class GatewaySilent extends Error {}

/** As silent as that because the gateway itself is down: it could not be reached, took too long, or answered with a 5xx. */
export class GatewayAway extends GatewaySilent {}
