import type { FastifyRequest } from 'fastify';
import type { Caller, KeyFinder } from '../hosts/find-key.ts';
import { Refusal } from '../http/refusal.ts';
import type { HttpServer } from '../http/server.ts';
import type { RequestCounter } from './count-request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** Finds out who is calling by the key, and counts the request. Routes that need no key say so in their config. */
export function requireKey(api: HttpServer, options: { keys: KeyFinder; counter: RequestCounter }): void {
  const { keys, counter } = options;
  api.decorateRequest('caller', null);
  api.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.needsNoKey) return done();

    const count = (keyId: string | null): void => {
      const verdict = counter.count(request.raw, keyId);
      reply.raw.setHeader('ratelimit', verdict.header);
      reply.raw.setHeader('ratelimit-policy', counter.policy);
      if (!verdict.isAllowed) {
        throw new Refusal('rate_limited', `Too many requests: try again in ${verdict.secondsLeft} s.`, {
          retryAfterSeconds: verdict.secondsLeft,
        });
      }
    };
    const accept = (caller: Caller): void => {
      count(caller.keyId);
      request.caller = caller;
    };
    const refuse = (error: unknown): Error => {
      try {
        // Guessing keys is limited too.
        if (error instanceof Refusal) count(null);
      } catch (tooMany) {
        return tooMany as Error;
      }
      return error as Error;
    };

    let found: Caller | Promise<Caller>;
    try {
      found = keys.find(request.headers.authorization);
    } catch (error) {
      return done(refuse(error));
    }
    if (found instanceof Promise) {
      found.then(accept, (error: unknown) => Promise.reject(refuse(error))).then(() => done(), done);
      return;
    }
    try {
      accept(found);
    } catch (error) {
      return done(error as Error);
    }
    done();
  });
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('the route was reached without a key');
  return request.caller;
}
