import assert from 'node:assert/strict';
import { after } from 'node:test';

/** Fails the file at its end where anything in this process, the app included, threw with nobody to catch it. */
export function expectNothingUnhandled(): void {
  const unhandled: unknown[] = [];
  const record = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', record);
  process.on('uncaughtExceptionMonitor', record);
  after(() => {
    process.off('unhandledRejection', record);
    process.off('uncaughtExceptionMonitor', record);
    assert.deepEqual(unhandled, []);
  });
}
