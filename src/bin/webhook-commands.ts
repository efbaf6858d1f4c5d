import { setTimeout as delay } from 'node:timers/promises';
import { OPERATOR } from '../audit/actor.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { addSubscription } from '../webhooks/subscriptions/add-subscription.ts';
import { listSubscriptions, type Subscription } from '../webhooks/subscriptions/event-subscriptions.ts';
import { createGuard } from '../webhooks/delivery/guard.ts';
import { listDeliveries } from '../webhooks/delivery/list-deliveries.ts';
import { readReceiverUrl } from '../webhooks/subscriptions/receiver-url.ts';
import {
  findEventsWithFailed,
  redeliver,
  redeliverFailed,
  type Period,
} from '../webhooks/delivery/redeliver.ts';
import { sendTest } from '../webhooks/delivery/send-test.ts';
import {
  disableSubscription,
  enableSubscription,
  removeSubscription,
} from '../webhooks/subscriptions/switch-subscription.ts';
import { changeAsOperator } from './change-as-operator.ts';
import { describeDelivery } from './describe-delivery.ts';
import { readLimit } from './read-limit.ts';
import { dim } from './terminal.ts';

// An attempt's ten seconds, and some for the process that takes it.
const TEST_PATIENCE_MS = 15_000;
const TEST_LOOK_MS = 100;
const STATUSES = ['pending', 'delivered', 'failed'] as const;

type Values = { failed: boolean; status?: string; limit?: string; from?: string; to?: string };
type Command = {
  database: Database;
  config: Config;
  hostId: string;
  slug: string;
  words: string[];
  values: Values;
};
/** The output of a command, for programs and for people. */
export type Said = { data: unknown; lines: string[] };

export const WEBHOOK_COMMANDS: Record<string, (command: Command) => Promise<Said>> = {
  add,
  list,
  enable: switching(enableSubscription, 'enabled'),
  disable: switching(disableSubscription, 'disabled'),
  remove: switching(removeSubscription, 'removed'),
  test,
  deliveries,
  redeliver: sendAgain,
};

async function add({ database, config, hostId, slug, words }: Command): Promise<Said> {
  const guard = createGuard({ allow: config.webhookAllow });
  const url = needed(words[0], 'a URL');
  const added = await addSubscription({ database, guard }, { hostId, slug, url, actor: OPERATOR });
  return { data: added, lines: [`added ${added.url}`, dim(added.subscriptionId)] };
}

async function list({ database, hostId, slug }: Command): Promise<Said> {
  const found = await listSubscriptions(database, { hostId, slug });
  const lines = found.map(({ id, url, isEnabled }) => `${isEnabled ? 'on ' : 'off'} ${url} ${dim(id)}`);
  return { data: found, lines: lines.length > 0 ? lines : ['none'] };
}

function switching(turn: typeof enableSubscription, done: string): (command: Command) => Promise<Said> {
  return async (command) => {
    const { id, url } = await findSubscription(command);
    const { hostId } = command;
    await changeAsOperator(command.database, (tx) =>
      turn(tx, { hostId, actor: OPERATOR, subscriptionId: id }),
    );
    return { data: { subscriptionId: id, url, done }, lines: [`${done} ${url}`] };
  };
}

async function findSubscription({ database, hostId, slug, words }: Command): Promise<Subscription> {
  const text = needed(words[0], "a receiver's URL or id");
  const url = URL.canParse(text) ? readReceiverUrl(text).href : text;
  const all = await listSubscriptions(database, { hostId, slug });
  const found = all.find((one) => one.id === text || one.url === url);
  if (!found) throw new ConfigError(`The event has no receiver ${JSON.stringify(text)}.`);
  return found;
}

async function test(command: Command): Promise<Said> {
  const { database, hostId, slug } = command;
  const { id } = await findSubscription(command);
  const { deliveryId } = await changeAsOperator(database, (tx) =>
    sendTest(tx, { hostId, actor: OPERATOR, subscriptionId: id }),
  );
  const deadlineMs = performance.now() + TEST_PATIENCE_MS;
  for (;;) {
    const found = (await listDeliveries(database, { hostId, slug, limit: 100 })).find(
      (one) => one.id === deliveryId,
    );
    if (found && (found.status !== 'pending' || performance.now() > deadlineMs)) {
      const isWaiting = found.status === 'pending';
      if (found.status !== 'delivered') process.exitCode = 1;
      const lines = isWaiting
        ? ['not sent yet: it will be sent as soon as the program runs']
        : describeDelivery(found);
      return { data: found, lines };
    }
    await delay(TEST_LOOK_MS);
  }
}

async function deliveries({ database, hostId, slug, values }: Command): Promise<Said> {
  const status = STATUSES.find((one) => one === values.status);
  if (values.status !== undefined && !status)
    throw new ConfigError(`--status takes one of ${STATUSES.join(', ')}.`);
  const limit = readLimit(values.limit, 20);
  const found = await listDeliveries(database, { hostId, slug, limit, ...(status && { status }) });
  return { data: found, lines: found.length > 0 ? found.flatMap(describeDelivery) : ['none'] };
}

async function sendAgain({ database, hostId, slug, words, values }: Command): Promise<Said> {
  if (values.failed) {
    const period = readPeriod(values);
    const sent = await changeAsOperator(database, (tx) =>
      redeliverFailed(tx, { hostId, actor: OPERATOR, slug, ...period }),
    );
    const more = sent.hasMore ? ' There are more: run this again.' : '';
    return { data: sent, lines: [`${sent.count} on their way again.${more}`] };
  }
  const deliveryId = needed(words[0], "a delivery's id, or --failed");
  const sent = await changeAsOperator(database, (tx) =>
    redeliver(tx, { hostId, actor: OPERATOR, deliveryId }),
  );
  return { data: sent, lines: ['on its way again', dim(sent.deliveryId)] };
}

/** Event by event, each in a transaction of its own: one that is stopped half-way goes on where it was. */
export async function redeliverEverywhere({
  database,
  hostId,
  values,
}: {
  database: Database;
  hostId: string | null;
  values: Values;
}): Promise<Said> {
  const period = readPeriod(values);
  const sent: { slug: string; count: number }[] = [];
  for (const event of await findEventsWithFailed(database, { hostId, ...period })) {
    let count = 0;
    for (let hasMore = true; hasMore;) {
      const part = await changeAsOperator(database, (tx) =>
        redeliverFailed(tx, { ...event, actor: OPERATOR, ...period }),
      );
      count += part.count;
      hasMore = part.hasMore && part.count > 0;
    }
    sent.push({ slug: event.slug, count });
  }
  const total = sent.reduce((sum, { count }) => sum + count, 0);
  return {
    data: { count: total, events: sent },
    lines: [...sent.map(({ slug, count }) => `${count} of ${slug}`), `${total} on their way again.`],
  };
}

const readPeriod = (values: Values): Period => ({
  from: readTime('--from', values.from),
  to: readTime('--to', values.to),
});

function readTime(option: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new ConfigError(`${option} takes a time, such as 2026-11-15T18:00:00Z.`);
  return time;
}

function needed(word: string | undefined, what: string): string {
  if (word === undefined) throw new ConfigError(`This needs ${what}: see tessera webhooks help.`);
  return word;
}
