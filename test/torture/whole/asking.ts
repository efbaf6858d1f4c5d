import { Agent, request } from 'undici';
import type { Chooser } from '../../history/chooser.ts';
import type { Seller, Shop } from './shop.ts';

/** Nobody knows whether it was done: the program or the database fell meanwhile. */
export class BrokenOff extends Error {}

// oxlint-disable-next-line typescript/no-explicit-any -- a story names what it reads
export type Told = { status: number; code: string; body: any };

export type Ask = {
  method?: 'GET' | 'POST' | 'DELETE';
  headers?: Record<string, string>;
  body?: object;
  form?: Record<string, string>;
};

export type Asking = ReturnType<typeof openAsking>;

// Far longer than any answer takes: a long run gets what others leave of the machine.
const ANSWER_MS = 900_000;

/** Asks whichever program runs, and counts each answer. Answers that nobody may get are kept as faults. */
export function openAsking(shop: Shop) {
  const agent = new Agent({ connections: 64, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS });
  const counts = new Map<string, number>();
  const faults: string[] = [];
  let operations = 0;

  function note(kind: string, told: string): void {
    operations += 1;
    const key = `${kind}: ${told}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  /** A program that ran all along, on a database that stood, breaks nothing off. */
  function breakOff(kind: string, error: unknown, { asked, falls }: Before): never {
    note(kind, 'broken off');
    if (asked.isUp && shop.falls() === falls) faults.push(`${kind} broke off: ${String(error)}`);
    throw new BrokenOff(kind);
  }

  async function send(
    kind: string,
    url: string,
    { method = 'GET', headers, body, form }: Ask,
  ): Promise<Told> {
    const { statusCode: status, body: stream } = await request(url, {
      dispatcher: agent,
      method,
      headers: {
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(form && { body: new URLSearchParams(form).toString() }),
    });
    const text = await stream.text();
    let parsed: unknown = text;
    if (/^[{[]/.test(text)) parsed = JSON.parse(text);
    const code = (parsed as { error_code?: string }).error_code ?? '';
    const told = status < 300 ? String(status) : `${status} ${code}`;
    note(kind, told.trim());
    // The sandbox is a gateway in the same program: where that has no database, it gives no payment link.
    const isKnown = status < 500 || status === 503 || code === 'payment_gateway_error';
    if (!isKnown || code === 'rate_limited') faults.push(`${kind}: ${told} ${text.slice(0, 300)}`);
    return { status, code, body: parsed };
  }

  return {
    counts,
    faults,
    operations: () => operations,
    /** By the path from the program's address. */
    async ask(choose: Chooser, kind: string, path: string, what: Ask = {}): Promise<Told> {
      const asked = shop.any(choose);
      const before = { asked, falls: shop.falls() };
      return send(kind, `${asked.program.publicUrl}${path}`, what).catch((error: unknown) =>
        breakOff(kind, error, before),
      );
    },
    /** By an address that the product gave, which leads to either program. */
    async follow(kind: string, url: string, what: Ask = {}): Promise<Told> {
      return send(kind, url, what).catch(() => {
        note(kind, 'broken off');
        throw new BrokenOff(kind);
      });
    },
    close: () => agent.destroy(),
  };
}

type Before = { asked: Seller; falls: number };
