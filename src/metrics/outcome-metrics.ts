import type { Mailer } from '../mail/mailer.ts';
import { MailRefused } from '../mail/mailer.ts';
import type { JobOutcome } from '../jobs/run-job.ts';
import type { OrderEngine } from '../orders/order-engine.ts';
import type { OrderWatch } from '../orders/order-watch.ts';
import type { DeliveryOutcome } from '../webhooks/delivery/deliver-webhooks.ts';
import { createCounter, type Metric, type Series } from './instruments.ts';

/** How things ended, in this process. All outcomes are told from the start, so that the first of a kind is a change. */
export function createOutcomeMetrics() {
  const orders = counting('orders', 'Orders by API and embed, by their outcome in this process.', [
    'opened',
    'free',
    'paid',
    'payment_returned',
    'expired',
  ]);
  const refunds = counting('refunds', "Refunds, by their gateway's answer.", ['paid_back', 'refused']);
  const deliveries = counting('deliveries', 'Attempts to deliver webhooks, by outcome.', [
    'delivered',
    'retried',
    'given_up',
  ]);
  const mails = counting('mails', "E-mails, by the mail server's answer.", ['sent', 'refused', 'failed']);
  const jobs = createCounter({
    name: 'tessera_job_runs_total',
    help: 'Runs of jobs, by outcome.',
    labels: ['kind', 'outcome'],
  });

  const orderWatch: OrderWatch = {
    onExpired: () => void (orders.of.expired.value += 1),
    onRefund: (outcome) => void (refunds.of[outcome].value += 1),
  };
  return {
    metrics: [orders.metric, refunds.metric, deliveries.metric, mails.metric, jobs],
    orderWatch,
    onDelivery: (outcome: DeliveryOutcome): void => void (deliveries.of[outcome].value += 1),
    onJobRun: (kind: string, outcome: JobOutcome): void => void (jobs.of(kind, outcome).value += 1),
    /** The same engine, whose orders are counted. */
    countOrders: (engine: OrderEngine): OrderEngine => countOrders(engine, orders.of),
    /** The same mailer, whose mails are counted. */
    countMails: (mailer: Mailer): Mailer => countMails(mailer, mails.of),
  };
}

function counting<const Outcome extends string>(
  what: string,
  help: string,
  outcomes: readonly Outcome[],
): { metric: Metric; of: Record<Outcome, Series> } {
  const metric = createCounter({ name: `tessera_${what}_total`, help, labels: ['outcome'] });
  const series = outcomes.map((outcome) => [outcome, metric.of(outcome)] as const);
  return { metric, of: Object.fromEntries(series) as Record<Outcome, Series> };
}

function countOrders(
  engine: OrderEngine,
  of: Record<'opened' | 'free' | 'paid' | 'payment_returned', Series>,
): OrderEngine {
  return {
    ...engine,
    async open(request, isWanted) {
      const result = await engine.open(request, isWanted);
      if (result.outcome === 'opened') of.opened.value += 1;
      if (result.outcome === 'confirmed') of.free.value += 1;
      return result;
    },
    async settle(request) {
      const outcome = await engine.settle(request);
      if (outcome === 'settled') of.paid.value += 1;
      if (outcome === 'refunded') of.payment_returned.value += 1;
      return outcome;
    },
  };
}

function countMails(mailer: Mailer, of: Record<'sent' | 'refused' | 'failed', Series>): Mailer {
  const counted = async (sending: Promise<void>): Promise<void> => {
    try {
      await sending;
      of.sent.value += 1;
    } catch (error) {
      (error instanceof MailRefused ? of.refused : of.failed).value += 1;
      throw error;
    }
  };
  return {
    ...mailer,
    send: (mail) => counted(mailer.send(mail)),
    sendComposed: (message, to) => counted(mailer.sendComposed(message, to)),
  };
}
