import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../src/db/embedded/free-port.ts';
import { launch, untilHealthy } from '../test/harness/program.ts';
import { measure } from './load.ts';
import { median, type Row } from './report.ts';

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 64;

type Scenario = { name: string; path: string; isConditional: boolean; aim: number };

const SCENARIOS: Scenario[] = [
  { name: 'GET /events, 200', path: '/api/v1/events', isConditional: false, aim: 0.7 },
  { name: 'GET /events, 304', path: '/api/v1/events', isConditional: true, aim: 0.7 },
  {
    name: 'GET /events/{slug}, 200',
    path: '/api/v1/events/lagos-rooftop-sessions',
    isConditional: false,
    aim: 0.7,
  },
  {
    name: 'GET /events/{slug}/tickets',
    path: '/api/v1/events/lagos-rooftop-sessions/tickets',
    isConditional: false,
    aim: 0.45,
  },
];

/** Reads through the whole product (key check and rate limit on) against a bare server that sends the same bytes. */
export async function benchReads(onProgress: (line: string) => void): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-bench-'));
  const program = await launch({
    DATA_DIR: path.join(folder, 'data'),
    RATE_LIMIT_PER_KEY: '1000000000',
    RATE_LIMIT_PER_ADDRESS: '1000000000',
  });
  const barePort = await freePort();
  try {
    await untilHealthy(program);
    const { hosts } = await program.demo();
    const authorization = `Bearer ${hosts[0]?.publicKey ?? ''}`;
    const captured = await capture(program.publicUrl, authorization);
    await writeFile(path.join(folder, 'canned.json'), JSON.stringify(captured));
    const bare = spawn(
      process.execPath,
      ['bench/bare-server.ts', String(barePort), path.join(folder, 'canned.json')],
      { stdio: 'inherit' },
    );
    try {
      const rows: Row[] = [];
      const memory = () => residentMiB(program.child.pid ?? 0);
      let memoryAfterFirst = 0;
      let requests = 0;
      for (const scenario of SCENARIOS) {
        const etag = captured[scenario.path]?.etag;
        const headers = { authorization, ...(scenario.isConditional && etag && { 'if-none-match': etag }) };
        const ratios: number[] = [];
        let [ours, theirs, failures] = [0, 0, 0];
        for (let round = 0; round <= ROUNDS; round++) {
          const load = { headers, connections: CONNECTIONS, seconds: round === 0 ? 1 : SECONDS };
          const product = await measure({ ...load, url: `${program.publicUrl}${scenario.path}` });
          const alternative = await measure({ ...load, url: `http://127.0.0.1:${barePort}${scenario.path}` });
          requests += product.requests;
          // The first round warms both up.
          if (round === 0) continue;
          ratios.push(product.requestsPerSecond / alternative.requestsPerSecond);
          failures += product.failures + alternative.failures;
          [ours, theirs] = [product.requestsPerSecond, alternative.requestsPerSecond];
        }
        memoryAfterFirst ||= await memory();
        onProgress(`${scenario.name}: ${median(ratios).toFixed(2)}`);
        rows.push({
          name: scenario.name,
          ratio: median(ratios),
          aim: scenario.aim,
          detail: `last round ${Math.round(ours)}/s against ${Math.round(theirs)}/s, rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
          failures,
        });
      }
      const after = await memory();
      rows.push({
        name: `memory after ${(requests / 1e6).toFixed(1)} million requests`,
        ratio: after / memoryAfterFirst,
        aim: null,
        detail: `${memoryAfterFirst.toFixed(0)} MiB after the first scenario, ${after.toFixed(0)} MiB at the end`,
        failures: 0,
      });
      return rows;
    } finally {
      bare.kill('SIGKILL');
    }
  } finally {
    program.child.kill('SIGINT');
    await program.exited;
    await rm(folder, { recursive: true, force: true });
  }
}

type Captured = { status: number; headers: string[]; body: string; etag: string | null };

/** What the product answers, headers included, for the bare server to repeat. */
async function capture(publicUrl: string, authorization: string): Promise<Record<string, Captured>> {
  const captured: Record<string, Captured> = {};
  for (const { path: route } of SCENARIOS) {
    const first = await fetch(publicUrl + route, { headers: { authorization } });
    captured[route] = await describe(first);
    const etag = first.headers.get('etag');
    if (!etag) continue;
    const unchanged = await fetch(publicUrl + route, { headers: { authorization, 'if-none-match': etag } });
    captured[`${route}#304`] = await describe(unchanged);
  }
  return captured;
}

async function describe(response: Response): Promise<Captured> {
  const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !ownHeaders.has(name)).flat(),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    etag: response.headers.get('etag'),
  };
}

async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
