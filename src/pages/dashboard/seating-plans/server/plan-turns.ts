import { Transform, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { parseJsonBodies } from '../../../../http/json-body.ts';
import type { HttpServer } from '../../../../http/server.ts';
import { Refusal } from '../../../../refusal.ts';
import { measureJson } from '../../../../seating-plans/measure-json.ts';
import { memberOf } from '../../access/find-visitor.ts';
import { createBodySpace, type PlaceInBodySpace } from './body-space.ts';
import { createPlanQueue, type PlaceInPlanQueue } from './plan-queue.ts';

/** Keeps whole plans from taking all memory and cores of a process. One for all routes that read or write one. */
export type PlanTurns = {
  /** For routes whose bodies may be whole plans: bodies are measured before they are parsed, and wait for their turn. */
  takeBodies(scope: HttpServer): void;
  /** Runs a request that reads a whole plan, in its turn. */
  inPlace<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>;
};

export function createPlanTurns(): PlanTurns {
  const queue = createPlanQueue();
  const room = createBodySpace();
  const places = new WeakMap<FastifyRequest, PlaceInPlanQueue>();

  const enter = (request: FastifyRequest): PlaceInPlanQueue => {
    const place = queue.enter(memberOf(request).hostId);
    places.set(request, place);
    return place;
  };

  return {
    takeBodies(scope) {
      parseJsonBodies(scope, {
        async onArrived(request) {
          const place = enter(request);
          // A client that left before causes no error here.
          if (request.raw.socket.destroyed) place.leave();
          await place.turn;
        },
        look: (text) =>
          measureJson(text) === null
            ? null
            : new Refusal('malformed_body', 'The body is too large for a seating plan.'),
      });
      scope.addHook('preParsing', async (request, reply, payload) => {
        const share = room.enter(memberOf(request).hostId);
        reply.raw.once('close', () => {
          share.leave();
          places.get(request)?.leave();
        });
        return countBytes(payload, share);
      });
    },

    async inPlace(request, work) {
      const place = places.get(request) ?? enter(request);
      try {
        await place.turn;
        return await place.hold(work);
      } finally {
        place.leave();
      }
    },
  };
}

/** Passes the bytes on while there is space. The rest is read and dropped, so that the answer gets through. */
function countBytes(payload: Readable, share: PlaceInBodySpace): Readable {
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        share.add(chunk.length);
        done(null, chunk);
      } catch (error) {
        payload.unpipe(counted);
        payload.resume();
        share.leave();
        done(error as Error);
      }
    },
  });
  payload.once('error', (error) => counted.destroy(error));
  payload.once('close', () => {
    // Hung up in the middle.
    if (!payload.readableEnded) counted.destroy(new Error('The body did not come whole.'));
  });
  return payload.pipe(counted);
}
