import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<Readonly<Record<string, string>> | undefined>();

/** Every line that is logged in this work, and in what it sets off, has these fields: the id of a request or of a job. */
export const withLogFields = <T>(fields: Readonly<Record<string, string>>, work: () => T): T =>
  storage.run(fields, work);

/** Runs work that happens during a request but is not part of it: a connection that was opened for it, and that all use. */
export const withoutLogFields = <T>(work: () => T): T => storage.run(undefined, work);

/** A new object each time: the logger writes into it. */
export const logFields = (): Record<string, string> => ({ ...storage.getStore() });
