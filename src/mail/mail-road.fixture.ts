import assert from 'node:assert/strict';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** The point at which a conversation stops. At `message` the server has the mail, and its answer does not come through. */
export type Stop = 'greeting' | 'data' | 'message' | 'quit';

/** The client hears this from then on: nothing, or an answer that comes byte by byte and never ends. */
export type Stall = { at: Stop; how: 'silence' | 'drip' };

export type MailRoad = {
  url: string;
  /** The fate of conversations from now on, open ones included. The first connection is number 1. */
  stall: (connection: number) => Stall | null;
  /** How many conversations have stopped so far. */
  stopped(): number;
  /** Connections whose client has not left yet. */
  open(): number;
  /** Lets those that stopped in silence go on. */
  letGo(): void;
};

const LAST_WORDS: Record<Exclude<Stop, 'greeting'>, RegExp> = {
  data: /(^|\n)DATA\r\n$/,
  message: /\r\n\.\r\n$/,
  quit: /(^|\n)QUIT\r\n$/,
};
// Often enough that no limit on silence would ever strike.
const DRIP_EVERY_MS = 10;
const REMEMBERED_CHARS = 100;

/** The way to a mail server, on which conversations stop where the test says. */
export async function openMailRoad(t: TestContext, smtpUrl: string): Promise<MailRoad> {
  const clients = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let count = 0;
  let stops = 0;

  function pass(client: Socket, number: number): void {
    const server = connect(Number(new URL(smtpUrl).port), '127.0.0.1');
    const ends = [client, server] as const;
    for (const end of ends) end.on('error', () => {}).on('close', () => ends.forEach((one) => one.destroy()));
    let isStopped = false;
    let unheard: Buffer[] = [];
    let unsaid: Buffer[] = [];
    let lastWords = '';

    function stop({ how }: Stall): void {
      isStopped = true;
      stops += 1;
      if (how === 'drip') {
        const dripping = setInterval(() => client.write('2'), DRIP_EVERY_MS);
        client.once('close', () => clearInterval(dripping));
        return;
      }
      waiting.push(() => {
        isStopped = false;
        for (const words of unsaid) server.write(words);
        for (const words of unheard) client.write(words);
        [unsaid, unheard] = [[], []];
      });
    }

    const greeting = road.stall(number);
    if (greeting?.at === 'greeting') stop(greeting);
    server.on('data', (words) => void (isStopped ? unheard.push(words) : client.write(words)));
    client.on('data', (words) => {
      lastWords = (lastWords + words.toString('latin1')).slice(-REMEMBERED_CHARS);
      const stall = road.stall(number);
      const isLast = stall && stall.at !== 'greeting' && LAST_WORDS[stall.at].test(lastWords);
      if (!isStopped && isLast) stop(stall);
      if (!isStopped || stall?.at === 'message') server.write(words);
      else unsaid.push(words);
    });
  }

  const listener = createServer((client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    pass(client, ++count);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const client of clients) client.destroy();
    return new Promise((resolve) => listener.close(resolve));
  });
  const road: MailRoad = {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    stall: () => null,
    stopped: () => stops,
    open: () => clients.size,
    letGo() {
      assert(waiting.length > 0, 'nothing has stopped in silence');
      for (const goOn of waiting.splice(0)) goOn();
    },
  };
  return road;
}
