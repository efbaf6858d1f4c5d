import { nameActor, OPERATOR } from '../audit/actor.ts';
import type { Database, Transaction } from '../db/database.ts';

/** Changes something at the terminal: in a transaction that names the operator, so that orders' histories do too. */
export const changeAsOperator = <T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  database.transaction(async (tx) => {
    await nameActor(tx, OPERATOR);
    return work(tx);
  });
