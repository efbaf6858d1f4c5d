import { randomUUID } from 'node:crypto';
import { Agent, request, type IncomingMessage } from 'node:http';

type Answer = { status: number; text: string; headers: IncomingMessage['headers'] };
type Asked = {
  method: string;
  path: string;
  agent: Agent | false;
  headers?: Record<string, string>;
  body?: unknown;
};

export type Load = {
  /** Every answer that no buyer should get, and every request without one. */
  failures: string[];
  figures: Record<string, number>;
  count: () => number;
  /** How many requests the product itself has asked to come again. */
  busy: () => number;
  /** Resolves when the buyers have stopped. */
  stop: () => Promise<void>;
};

/**
 * Buyers who read, hold, hold again and release, without a pause. Half of them keep their connection, the others open one for each
 * request. Each waits for its answer, so a request that fails is known with its moment.
 */
export function startLoad(options: {
  /** The proxy in front, to be named with what fails. */
  kind: string;
  port: number;
  key: string;
  slug: string;
  sku: string;
  buyers: number;
}): Load {
  const keptAlive = new Agent({ keepAlive: true, maxSockets: options.buyers });
  const failures: string[] = [];
  const figures: Record<string, number> = {};
  let count = 0;
  let busy = 0;
  const fail = (told: string): void =>
    void failures.push(`${new Date().toISOString()} ${options.kind}: ${told}`);
  const stopping = new AbortController();

  /** Answers whether it was done: with another status than a good one it is a failure, unless the product says when to come again. */
  async function step(what: string, good: number[], asked: Asked): Promise<boolean> {
    count += 1;
    const kind = `${asked.method} ${asked.agent ? 'kept alive' : 'fresh'}`;
    figures[kind] = (figures[kind] ?? 0) + 1;
    const answer = await send(options, asked).catch(
      (error: NodeJS.ErrnoException) => error.code ?? String(error),
    );
    if (typeof answer === 'string') {
      fail(`${what}, ${kind}: ${answer}`);
      return false;
    }
    const { status, headers, text } = answer;
    const isFromProxy = headers['x-request-id'] === undefined;
    // On a machine at its limits.
    const saysWhen = status === 503 && headers['retry-after'] !== undefined && !isFromProxy;
    if (saysWhen) busy += 1;
    else if (isFromProxy || !good.includes(status)) fail(`${what}, ${kind}: ${status} ${text.slice(0, 120)}`);
    return good.includes(status);
  }

  async function buy(agent: Agent | false): Promise<void> {
    const event = `/api/v1/events/${options.slug}`;
    while (!stopping.signal.aborted) {
      const headers = { 'x-device-id': randomUUID() };
      const body = { items: [{ sku: options.sku, quantity: 1 }] };
      const holding: Asked = { method: 'POST', path: `${event}/reservations`, agent, headers, body };
      await step('event', [200], { method: 'GET', path: event, agent });
      await step('head', [200], { method: 'HEAD', path: event, agent });
      const isHeld = await step('hold', [201], holding);
      await step('tickets', [200], { method: 'GET', path: `${event}/tickets`, agent });
      const isHeldAgain = await step('hold again', isHeld ? [200] : [200, 201], holding);
      // Nothing may be held where both were told to come again.
      const released = isHeld || isHeldAgain ? [200] : [200, 400];
      await step('release', released, { ...holding, method: 'DELETE', body: undefined });
    }
  }

  const buyers = Array.from({ length: options.buyers }, (_, index) => buy(index % 2 ? keptAlive : false));
  return {
    failures,
    figures,
    count: () => count,
    busy: () => busy,
    async stop() {
      stopping.abort();
      await Promise.all(buyers);
      keptAlive.destroy();
    },
  };
}

function send({ port, key }: { port: number; key: string }, { body, ...asked }: Asked): Promise<Answer> {
  const text = body === undefined ? null : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      ...asked,
      headers: {
        authorization: `Bearer ${key}`,
        ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...asked.headers,
      },
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          headers: response.headers,
        }),
      );
    });
    sent.end(text ?? undefined);
  });
}
