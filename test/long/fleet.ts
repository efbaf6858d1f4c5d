import assert from 'node:assert/strict';
import type { Method, OpenApiDocument } from '../../src/values/openapi-document.ts';
import { assertDocumented, fetchDocument } from '../contract/document.ts';
import { ask, type Answer } from '../harness/client.ts';
import { launch, untilHealthy, type Program } from '../harness/program.ts';
import type { Chooser } from '../history/chooser.ts';
import { forwardConnections } from './forward-connections.ts';

export type Member = Program & { release: string; document: OpenApiDocument; isStopping: boolean };

/** The process was being stopped when it was asked: no fault of what is tested. */
export class BrokenOff extends Error {}

const NO_TIME = /[Tt]imeout|canceling statement due to|payment_gateway_error/;

export type Fleet = Awaited<ReturnType<typeof openFleet>>;

/**
 * Processes of different releases behind one address, as a load balancer has them. Buyers ask them directly, so that it is
 * known which one answered; pages, callbacks and what gateways send go through the shared address.
 */
export async function openFleet() {
  const members = new Set<Member>();
  const everStarted: Member[] = [];
  const faults: string[] = [];
  const figures: Record<string, Record<string, number>> = {};
  // When something that writes was last answered 2xx, and the longest time without since somebody began to look.
  let lastSuccessMs = performance.now();
  let longestGapMs = 0;
  let stops = 0;
  let turn = 0;
  const balancer = await forwardConnections(() => [...members][turn++ % members.size]?.port ?? 0);
  const url = `http://127.0.0.1:${balancer.port}`;

  function note(member: Member, what: string, { status, headers, body }: Answer): void {
    const of = (figures[member.release] ??= {});
    const told = status < 400 ? String(status) : `${status} ${body?.error_code ?? 'page'}`;
    of[told] = (of[told] ?? 0) + 1;
    const isTellingWhen = status === 503 && headers.get('retry-after') !== null;
    // The sandbox is a gateway, but one in the same process: where that stops or has no time, it gives no payment link.
    const isSandbox = status === 502 && body?.error_code === 'payment_gateway_error';
    if (status >= 500 && !isTellingWhen && !isSandbox)
      faults.push(`${member.release} ${what}: ${told} ${JSON.stringify(body)}`);
    if (status >= 300 || !/\bpost\b/i.test(what)) return;
    const nowMs = performance.now();
    longestGapMs = Math.max(longestGapMs, nowMs - lastSuccessMs);
    lastSuccessMs = nowMs;
  }

  return {
    url,
    faults,
    figures,
    /** The processes' own faults. That the database has no time is none. */
    errorLines: (): string[] =>
      everStarted.flatMap(({ release, output }) =>
        output()
          .split('\n')
          .filter((line) => /"level":(50|60)\b/.test(line) && !NO_TIME.test(line))
          .map((line) => `${release}: ${line}`),
      ),
    /** Starts a process and lets buyers in when it is healthy. */
    async add(release: string, environment: Record<string, string>, folder?: string): Promise<Member> {
      const program = await launch({ ...environment, PUBLIC_URL: url }, ['start'], folder);
      await untilHealthy(program);
      const member = { ...program, release, document: await fetchDocument(program), isStopping: false };
      members.add(member);
      everStarted.push(member);
      return member;
    },
    /** Lets nobody new in, and stops it at once: whoever it is serving gets an answer. */
    async stop(member: Member): Promise<void> {
      members.delete(member);
      member.isStopping = true;
      stops += 1;
      member.child.kill('SIGTERM');
      assert.equal(await member.exited, 0, member.output());
      stops += 1;
    },
    any: (choose: Chooser): Member => choose.oneOf([...members]),
    /** Asks the API, and holds the answer to what that very release has written down. */
    async ask(
      member: Member,
      [method, path]: [Method, string],
      options: Parameters<typeof ask>[2] & { slug: string; query?: string },
    ): Promise<Answer> {
      const { slug, query = '', ...rest } = options;
      const answer = await ask(member, `${path.replace('{slug}', slug)}${query}`, {
        method: method.toUpperCase(),
        ...rest,
      }).catch((error: unknown) =>
        Promise.reject(member.isStopping ? new BrokenOff('by the API') : (error as Error)),
      );
      note(member, `${method} ${path}`, answer);
      const operation = member.document.paths[path]?.[method];
      assert.ok(operation, `${member.release} has no ${method} ${path}`);
      assertDocumented(member.document, operation, answer);
      return answer;
    },
    /** Asks the checkout's page, of which no document tells: its refusals have the API's envelope. */
    async askEmbed(member: Member, path: string, options: Parameters<typeof ask>[2] = {}): Promise<Answer> {
      const answer = await ask({ baseUrl: `${member.publicUrl}/checkout` }, path, options).catch(
        (error: unknown) =>
          Promise.reject(member.isStopping ? new BrokenOff('by the embed') : (error as Error)),
      );
      note(member, `embed ${options.method ?? 'GET'}`, answer);
      // A page that is turned away is a page.
      if (answer.status >= 400 && typeof answer.body === 'object') {
        const { message, status, error_code: code } = answer.body as Record<string, unknown>;
        assert.ok(typeof message === 'string' && typeof code === 'string', JSON.stringify(answer.body));
        assert.equal(status, answer.status);
      }
      return answer;
    },
    /** Something by the shared address, which may lead to a process that is being stopped. */
    async through<Said>(work: () => Promise<Said>): Promise<Said> {
      const before = stops;
      const wasStopping = stops % 2 === 1;
      try {
        return await work();
      } catch (error) {
        if (error instanceof TypeError && (wasStopping || stops > before))
          throw new BrokenOff('by the shared address');
        throw error;
      }
    },
    measureGap(): void {
      lastSuccessMs = performance.now();
      longestGapMs = 0;
    },
    longestGapMs: (): number => longestGapMs,
    async close(): Promise<void> {
      for (const member of members) {
        member.child.kill('SIGKILL');
        await member.exited;
      }
      balancer.close();
    },
  };
}
