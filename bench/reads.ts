import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../src/db/embedded/free-port.ts';
import { captureOne, type Captured } from './capture.ts';
import { cpuMicros } from './cpu-micros.ts';
import { measure, type Load, type Measured } from './load.ts';
import type { Options } from './options.ts';
import { median, type Row } from './report.ts';
import { residentMib } from './resident-mib.ts';
import { startProduct } from './start-product.ts';

const CONNECTIONS = 64;

type Encoding = 'identity' | 'gzip' | 'br';
type Scenario = { name: string; path: string; encoding: Encoding; isConditional: boolean; aim: number };

const LIST = '/api/v1/events';
const EVENT = '/api/v1/events/lagos-rooftop-sessions';
const PLAIN = { encoding: 'identity', isConditional: false, aim: 0.85 } as const;

const SCENARIOS: Scenario[] = [
  { ...PLAIN, name: 'GET /events, 200', path: LIST },
  { ...PLAIN, name: 'GET /events, 200, gzip', path: LIST, encoding: 'gzip' },
  { ...PLAIN, name: 'GET /events, 200, br', path: LIST, encoding: 'br' },
  { ...PLAIN, name: 'GET /events, 304', path: LIST, isConditional: true },
  { ...PLAIN, name: 'GET /events, 304, br', path: LIST, encoding: 'br', isConditional: true },
  { ...PLAIN, name: 'GET /events/{slug}, 200', path: EVENT },
  { ...PLAIN, name: 'GET /events/{slug}, 200, br', path: EVENT, encoding: 'br' },
  { ...PLAIN, name: 'GET /events/{slug}/tickets', path: `${EVENT}/tickets`, aim: 0.65 },
];

/** Reads through the whole product (key check and rate limit on) against a bare server that sends the same bytes. */
export async function benchReads(
  onProgress: (line: string) => void,
  { rounds: roundCount, seconds }: Options,
): Promise<Row[]> {
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
      for (let round = 0; round <= roundCount; round++) {
        for (const [index, scenario] of SCENARIOS.entries()) {
          const headers = { authorization, ...headersOf(scenario, captured) };
          const load = { headers, connections: CONNECTIONS, seconds };
          const product = await measureCpu(program.child.pid, {
            ...load,
            url: `${program.publicUrl}${scenario.path}`,
          });
          const bareServer = await measureCpu(bare.pid, {
            ...load,
            url: `http://127.0.0.1:${barePort}${scenario.path}`,
          });
          requests += product.requests;
          // The first round warms both up.
          if (round > 0) rounds[index]?.push({ product, bareServer });
        }
        residentAfterRound.push(await residentMib(program.child.pid ?? 0));
        onProgress(round === 0 ? 'warmed up' : `round ${round} of ${roundCount}`);
      }
      return [
        ...SCENARIOS.map((scenario, index) => toRow(scenario, captured, rounds[index] ?? [])),
        ...SCENARIOS.flatMap((scenario, index) => toEncodingRow(scenario, index, captured, rounds)),
        toMemoryRow(residentAfterRound, requests),
      ];
    } finally {
      bare.kill('SIGKILL');
    }
  } finally {
    await close();
  }
}

/** With the processor time of the server for each request, which a busy machine hardly changes. */
type MeasuredCpu = Measured & { cpuMicrosEach: number };
type Round = { product: MeasuredCpu; bareServer: MeasuredCpu };

async function measureCpu(pid: number | undefined, load: Load): Promise<MeasuredCpu> {
  const before = await cpuMicros(pid ?? 0);
  const measured = await measure(load);
  return { ...measured, cpuMicrosEach: ((await cpuMicros(pid ?? 0)) - before) / measured.requests };
}

const rate = (rounds: Round[], of: keyof Round): number =>
  Math.round(median(rounds.map((round) => round[of].requestsPerSecond)));
const cpu = (rounds: Round[], of: keyof Round): number =>
  Math.round(median(rounds.map((round) => round[of].cpuMicrosEach)));

function toRow(scenario: Scenario, captured: AllCaptured, rounds: Round[]): Row {
  const ratios = rounds.map(
    ({ product, bareServer }) => product.requestsPerSecond / bareServer.requestsPerSecond,
  );
  return {
    name: scenario.name,
    ratio: median(ratios),
    aim: scenario.aim,
    detail: `${bytesOf(scenario, captured)} bytes; ${rate(rounds, 'product')}/s against ${rate(rounds, 'bareServer')}/s, ${cpu(rounds, 'product')} µs of processor each against ${cpu(rounds, 'bareServer')}; rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
    failures: rounds.reduce(
      (sum, { product, bareServer }) => sum + product.failures + bareServer.failures,
      0,
    ),
  };
}

/** The cost and gain of an encoding: its rate and its bytes, compared with the plain answer. */
function toEncodingRow(scenario: Scenario, index: number, captured: AllCaptured, rounds: Round[][]): Row[] {
  if (scenario.encoding === 'identity' || scenario.isConditional) return [];
  const plainIndex = SCENARIOS.findIndex(
    ({ path: route, encoding }) => route === scenario.path && encoding === 'identity',
  );
  const ratios = (rounds[index] ?? []).map(
    ({ product }, round) =>
      product.requestsPerSecond / (rounds[plainIndex]?.[round]?.product.requestsPerSecond ?? Number.NaN),
  );
  const [bytes, plainBytes] = [scenario, { ...scenario, encoding: 'identity' as const }].map((one) =>
    bytesOf(one, captured),
  );
  return [
    {
      name: `${scenario.name}: rate to that of the plain answer`,
      ratio: median(ratios),
      aim: 1,
      detail: `${bytes} bytes instead of ${plainBytes}, ${((bytes ?? 0) / (plainBytes ?? 1)).toFixed(2)} of them; ${cpu(rounds[index] ?? [], 'product')} µs of processor each instead of ${cpu(rounds[plainIndex] ?? [], 'product')}; rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
      failures: 0,
    },
  ];
}

/** The heap grows to its working size in the first rounds; from then on it should stay where it is. */
function toMemoryRow(residentAfterRound: number[], requests: number): Row {
  const settled = residentAfterRound[Math.ceil((residentAfterRound.length - 1) / 2)] ?? Number.NaN;
  const last = residentAfterRound.at(-1) ?? Number.NaN;
  return {
    name: `memory at the end, to half-way (${(requests / 1e6).toFixed(1)} million requests)`,
    ratio: last / settled,
    aim: null,
    detail: `MiB after each round: ${residentAfterRound.join(' ')}`,
    failures: 0,
  };
}

type AllCaptured = Record<string, Captured>;

/** Under this name the bare server has an answer. */
const nameOf = ({ path: route, encoding, isConditional }: Scenario): string =>
  `${route}#${encoding}${isConditional ? '#304' : ''}`;

const bytesOf = (scenario: Scenario, captured: AllCaptured): number =>
  Buffer.from(captured[nameOf(scenario)]?.body ?? '', 'base64').length;

function headersOf(scenario: Scenario, captured: AllCaptured): Record<string, string> {
  const etag = captured[nameOf({ ...scenario, isConditional: false })]?.etag;
  return {
    'accept-encoding': scenario.encoding,
    ...(scenario.isConditional && etag && { 'if-none-match': etag }),
  };
}

/** The product's answer with its headers, for the bare server to repeat. */
async function capture(publicUrl: string, authorization: string): Promise<AllCaptured> {
  const captured: AllCaptured = {};
  // First those whose tags the conditional ones send.
  for (const scenario of SCENARIOS.toSorted((a, b) => Number(a.isConditional) - Number(b.isConditional))) {
    const headers = { authorization, ...headersOf(scenario, captured) };
    captured[nameOf(scenario)] = await captureOne(publicUrl + scenario.path, headers);
  }
  return captured;
}
