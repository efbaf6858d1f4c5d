import { connect, type ChannelModel, type ConfirmChannel } from 'amqplib';
import { setTimeout as delay } from 'node:timers/promises';
import type { StreamMessage } from './make-message.ts';
import { STREAM_EXCHANGE, STREAM_QUEUE } from './stream-names.ts';

const CONNECT_TIMEOUT_MS = 10_000;
// Two that are missed end the connection: a pulled cable is noticed within this time.
const HEARTBEAT_SECONDS = 10;
// A cluster that elects a new leader of the stream needs seconds.
const CONFIRM_TIMEOUT_MS = 30_000;
// A node that is alone in a minority answers heartbeats, and no declaration.
const OPEN_TIMEOUT_MS = 30_000;
const CLOSE_PATIENCE_MS = 1_000;
const NOT_FOUND = 404;

export type RabbitChannel = {
  /** Sends them in order and resolves to those that RabbitMQ has confirmed, when all are decided or the connection has ended. */
  publish(messages: StreamMessage[]): Promise<StreamMessage[]>;
  isOpen(): boolean;
  /** RabbitMQ is short of memory or disk, and reads nothing of ours for now. */
  isBlocked(): boolean;
  /** Resolves when the channel or its connection has ended, to why. */
  ended: Promise<Error>;
  close(): Promise<void>;
};

/** Connects to one node, and makes sure that there is an exchange, and a stream that is bound to it. */
export async function openRabbit(url: string, name: string): Promise<RabbitChannel> {
  const connection = await connect(withHeartbeat(url), {
    timeout: CONNECT_TIMEOUT_MS,
    noDelay: true,
    clientProperties: { connection_name: name },
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<Error>();
  let isOpen = true;
  let isBlocked = false;
  const lost = (error: Error): void => {
    isOpen = false;
    end(error);
  };
  connection.on('error', lost);
  connection.on('close', (error?: Error) =>
    lost(error ?? new Error('the connection to RabbitMQ was closed')),
  );
  connection.on('blocked', () => (isBlocked = true));
  connection.on('unblocked', () => (isBlocked = false));
  const close = async (): Promise<void> => {
    isOpen = false;
    // A broker that no longer answers is left to the heartbeat.
    await Promise.race([
      connection.close().catch(() => {}),
      delay(CLOSE_PATIENCE_MS, undefined, { ref: false }),
    ]);
  };
  try {
    const channel = await withinTime(declareAll(connection).then(() => connection.createConfirmChannel()));
    channel.on('error', lost);
    channel.on('close', () => lost(new Error('RabbitMQ closed the channel')));
    const returned = new Set<string>();
    channel.on('return', ({ properties }) => void returned.add(String(properties.messageId)));
    return {
      publish: (messages) => publishAll(channel, messages, { returned, ended, isBlocked: () => isBlocked }),
      isOpen: () => isOpen,
      isBlocked: () => isBlocked,
      ended,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  const cancel = new AbortController();
  const late = delay(OPEN_TIMEOUT_MS, undefined, { signal: cancel.signal }).then(() => {
    throw new Error('RabbitMQ does not answer');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => {});
    work.catch(() => {});
    cancel.abort();
  }
}

function withHeartbeat(url: string): string {
  const withIt = new URL(url);
  if (!withIt.searchParams.has('heartbeat')) withIt.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
  return withIt.href;
}

/**
 * Takes existing exchanges and queues as they are: an operator may have made them with a retention of their own. A declaration that
 * differs ends its channel, so each question has one.
 */
async function declareAll(connection: ChannelModel): Promise<void> {
  await unlessThere(connection, {
    ask: (channel) => channel.checkExchange(STREAM_EXCHANGE),
    make: (channel) => channel.assertExchange(STREAM_EXCHANGE, 'topic', { durable: true }),
  });
  await unlessThere(connection, {
    ask: (channel) => channel.checkQueue(STREAM_QUEUE),
    make: (channel) =>
      channel.assertQueue(STREAM_QUEUE, { durable: true, arguments: { 'x-queue-type': 'stream' } }),
  });
  await onChannel(connection, (channel) => channel.bindQueue(STREAM_QUEUE, STREAM_EXCHANGE, '#'));
}

type Step = (channel: ConfirmChannel) => Promise<unknown>;

async function unlessThere(
  connection: ChannelModel,
  { ask, make }: { ask: Step; make: Step },
): Promise<void> {
  try {
    await onChannel(connection, ask);
  } catch (error) {
    if ((error as { code?: unknown }).code !== NOT_FOUND) throw error;
    await onChannel(connection, make);
  }
}

async function onChannel(connection: ChannelModel, step: Step): Promise<void> {
  const channel = await connection.createConfirmChannel();
  // The call itself tells what was wrong.
  channel.on('error', () => {});
  await step(channel);
  await channel.close();
}

async function publishAll(
  channel: ConfirmChannel,
  messages: StreamMessage[],
  state: { returned: Set<string>; ended: Promise<Error>; isBlocked: () => boolean },
): Promise<StreamMessage[]> {
  const confirmed: StreamMessage[] = [];
  const decided = Promise.all(
    messages.map(
      (message) =>
        new Promise<void>((resolve) => {
          publishOne(channel, message, (error) => {
            // A message that no queue takes comes back before it is confirmed.
            if (!error && !state.returned.delete(message.id)) confirmed.push(message);
            resolve();
          });
        }),
    ),
  );
  const gone = state.ended.then(() => 'gone' as const);
  for (;;) {
    const cancel = new AbortController();
    const late = delay(CONFIRM_TIMEOUT_MS, 'late' as const, { signal: cancel.signal }).catch(
      () => 'late' as const,
    );
    const outcome = await Promise.race([decided, gone, late]);
    cancel.abort();
    // Blocked is not dead: what was sent waits in the socket until RabbitMQ reads on.
    if (outcome !== 'late' || !state.isBlocked()) return [...confirmed];
  }
}

function publishOne(
  channel: ConfirmChannel,
  { id, kind, routingKey, occurredAt, sequence, body }: StreamMessage,
  decided: (error: unknown) => void,
): void {
  try {
    channel.publish(
      STREAM_EXCHANGE,
      routingKey,
      body,
      {
        mandatory: true,
        persistent: true,
        messageId: id,
        type: kind,
        appId: 'tessera',
        contentType: 'application/json',
        timestamp: Math.floor(occurredAt.getTime() / 1_000),
        headers: { sequence },
      },
      decided,
    );
  } catch (error) {
    // The channel has just ended.
    decided(error);
  }
}
