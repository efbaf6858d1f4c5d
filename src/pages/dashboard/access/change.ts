import type { FastifyRequest } from 'fastify';
import assert from 'node:assert/strict';
import { nameActor } from '../../../audit/actor.ts';
import { hasRecorded } from '../../../audit/record-change.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { actorOf } from './find-visitor.ts';

export type Change = <T>(request: FastifyRequest, work: (tx: Transaction) => Promise<T>) => Promise<T>;

/** All changes of the dashboard go through this: a transaction that names its actor and leaves a line in the audit log. */
export function createChange(database: Database): Change {
  return (request, work) =>
    database.transaction(async (tx) => {
      await nameActor(tx, actorOf(request));
      const result = await work(tx);
      assert(
        hasRecorded(tx),
        `${request.routeOptions.url} changed something without a line in the audit log`,
      );
      return result;
    });
}
