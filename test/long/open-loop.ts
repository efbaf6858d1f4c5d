import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { json } from 'node:stream/consumers';

/** One request. `token` names what a 201 to it has made. */
export type Arrival = {
  kind: string;
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
  token?: string;
};

export type LoadPlan = {
  origin: string;
  ratePerSecond: number;
  /** A client that has waited this long, from when it was to come, has gone. */
  patienceMs: number;
  connections: number;
  arrivals: Arrival[];
};

export type LoadReport = {
  /** By kind: how many had which status in time (`200`), too late (`late 200`), left (`abandoned`) or lost their connection. */
  outcomes: Record<string, Record<string, number>>;
  /** Answers 429 and 503 that don't say when to come back, and those that should never be. The first few. */
  withoutRetryAfter: string[];
  unexpected: string[];
  /** The tokens of everything that was made, in time or not. */
  made: string[];
  /** When the last request was begun: later than planned where the machine is too slow for the rate. */
  lastStartMs: number;
};

/** Lets a load arrive at its rate, from a process of its own, and tells what became of it. */
export async function sendOpenLoop(plan: LoadPlan): Promise<LoadReport> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'open-loop.fixture.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(plan));
  const report = (await json(child.stdout)) as LoadReport;
  const total = Object.values(report.outcomes)
    .flatMap(Object.values)
    .reduce((sum, count) => sum + count, 0);
  assert.equal(total, plan.arrivals.length, 'every request has an end');
  return report;
}
