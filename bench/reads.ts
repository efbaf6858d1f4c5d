import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../src/db/embedded/free-port.ts';
import { measure, type Measured } from './load.ts';
import { median, type Row } from './report.ts';
import { residentMib } from './resident-mib.ts';
import { startProduct } from './start-product.ts';

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
  const { program, folder, publicKey, close } = await startProduct();
  const barePort = await freePort();
  try {
    const authorization = `Bearer ${publicKey}`;
    const captured = await capture(program.publicUrl, authorization);
    await writeFile(path.join(folder, 'canned.json'), JSON.stringify(captured));
    const bare = spawn(
      process.execPath,
      ['bench/bare-server.ts', String(barePort), path.join(folder, 'canned.json')],
      { stdio: 'inherit' },
    );
    try {
      const rounds = SCENARIOS.map((): Round[] => []);
      const residentAfterRound: number[] = [];
      let requests = 0;
      for (let round = 0; round <= ROUNDS; round++) {
        for (const [index, scenario] of SCENARIOS.entries()) {
          const etag = captured[scenario.path]?.etag;
          const headers = { authorization, ...(scenario.isConditional && etag && { 'if-none-match': etag }) };
          const load = { headers, connections: CONNECTIONS, seconds: SECONDS };
          const product = await measure({ ...load, url: `${program.publicUrl}${scenario.path}` });
          const bareServer = await measure({ ...load, url: `http://127.0.0.1:${barePort}${scenario.path}` });
          requests += product.requests;
          // The first round warms both up.
          if (round > 0) rounds[index]?.push({ product, bareServer });
        }
        residentAfterRound.push(await residentMib(program.child.pid ?? 0));
        onProgress(round === 0 ? 'warmed up' : `round ${round} of ${ROUNDS}`);
      }
      return [
        ...SCENARIOS.map((scenario, index) => toRow(scenario, rounds[index] ?? [])),
        toMemoryRow(residentAfterRound, requests),
      ];
    } finally {
      bare.kill('SIGKILL');
    }
  } finally {
    await close();
  }
}

type Round = { product: Measured; bareServer: Measured };

function toRow(scenario: Scenario, rounds: Round[]): Row {
  const ratios = rounds.map(
    ({ product, bareServer }) => product.requestsPerSecond / bareServer.requestsPerSecond,
  );
  const rate = (of: (round: Round) => Measured): number =>
    Math.round(median(rounds.map((round) => of(round).requestsPerSecond)));
  return {
    name: scenario.name,
    ratio: median(ratios),
    aim: scenario.aim,
    detail: `${rate((round) => round.product)}/s against ${rate((round) => round.bareServer)}/s; rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
    failures: rounds.reduce(
      (sum, { product, bareServer }) => sum + product.failures + bareServer.failures,
      0,
    ),
  };
}

/** The heap grows to its working size in the first rounds; from then on it should stay where it is. */
function toMemoryRow(residentAfterRound: number[], requests: number): Row {
  const settled = residentAfterRound[Math.ceil(ROUNDS / 2)] ?? Number.NaN;
  const last = residentAfterRound.at(-1) ?? Number.NaN;
  return {
    name: `memory at the end, to half-way (${(requests / 1e6).toFixed(1)} million requests)`,
    ratio: last / settled,
    aim: null,
    detail: `MiB after each round: ${residentAfterRound.join(' ')}`,
    failures: 0,
  };
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
