import type { FastifyRequest } from 'fastify';
import type { KeyFinder } from '../hosts/keys/find-key.ts';
import type { Caller } from '../hosts/keys/read-key.ts';
import { Refusal } from '../refusal.ts';
import type { HttpServer } from '../http/server.ts';
import type { RequestCounter } from '../http/count-request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** Finds out who is calling by the key, and counts the request. Unknown addresses need a key too. */
export function requireKey(api: HttpServer, options: { keys: KeyFinder; counter: RequestCounter }): void {
  const { keys, counter } = options;
  api.decorateRequest('caller', null);
  api.addHook('onRequest', (request, reply, done) => {
    const { route } = request.routeOptions.config;
    if (route && route.calledWith !== 'public key') return done();

    const stranger = counter.stranger(request.raw, reply.raw, 'keys');
    const accept = (caller: Caller): void => {
      stranger.giveBack();
      counter.apply(counter.count(request.raw, caller.keyId), reply.raw);
      request.caller = caller;
    };
    const refuse = (error: unknown): Error => {
      try {
        if (error instanceof Refusal) stranger.count();
        // The database is down: nothing says that the key is wrong.
        else stranger.giveBack();
      } catch (tooMany) {
        return tooMany as Error;
      }
      return error as Error;
    };

    let found: Caller | Promise<Caller>;
    try {
      // Guessing keys is limited, and a guess too many costs no look-up.
      found = keys.find(request.headers.authorization, stranger.count);
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
