import { spawn, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../src/db/embedded/free-port.ts';
import { besideProgram, openTestRoom } from '../test/harness/open-test-room.ts';
import { until } from '../test/harness/until.ts';
import { captureOne } from './capture.ts';
import { checkAfterwards } from './check-afterwards.ts';
import { ANY_BUYER } from './load.ts';
import { findPostmaster } from './machine.ts';
import { makeEvent, type BenchEvent } from './make-event.ts';
import type { Options } from './options.ts';
import { median, spreadOf, type Row } from './report.ts';
import { otherWork, rateRow, runRounds, type Samples, type Step } from './rounds.ts';
import { BEHIND_PROXY, startProduct, type Product } from './start-product.ts';

const CONNECTIONS = 64;
// As many as the naive shop of the holds has.
const BASELINE_POOL = 20;
const AN_HOUR_MS = 3_600_000;

type Server = { url: string; pid: number };
type Compared = { name: string; ours: string; other: string; aim: number };
type Servers = { product: Server; bare: Server; line: Server; nothing: Server };

/**
 * Measures the answer that everybody in line asks for against a bare server that sends the same bytes; joining the line by the page
 * against a plain insert per request; and joining by the API against a route that does nothing.
 */
export async function benchWaitingRoom(onProgress: (line: string) => void, options: Options): Promise<Row[]> {
  const product = await startProduct(BEHIND_PROXY);
  const children: ChildProcess[] = [];
  try {
    const { databaseUrl, program } = product;
    const event = await makeEvent(databaseUrl, { slug: 'bench-room', ticketTypes: 1, capacity: 10_000 });
    // Nobody is let in meanwhile: what is measured is the line.
    const drawsAt = new Date(Date.now() + AN_HOUR_MS);
    await besideProgram({ ...product, publicUrl: program.publicUrl }, (at) =>
      openTestRoom(at, event.slug, { drawsAt }),
    );
    const servers = await startServers(product, event, children);
    const samples = await runRounds(makeSteps(servers, event, product.publicKey), {
      postmaster: await findPostmaster(databaseUrl),
      options,
      onProgress,
      // The line grows, as lines do.
      clear: () => Promise.resolve(),
    });
    onProgress(otherWork(samples));
    const at = `${CONNECTIONS} connections`;
    const state = { ours: 'state', other: 'bare', aim: 0.7 };
    return [
      ...rateRow(samples, { name: `how far the line is, to a bare server, ${at}`, ...state }),
      processorRow(samples, { name: 'the same in processor time: a bare server’s to ours', ...state }),
      ...rateRow(samples, {
        name: `in line by the page, to a row a request, ${at}`,
        ours: 'page',
        other: 'row',
        aim: null,
      }),
      ...rateRow(samples, {
        name: `in line by the API, to a hold that does nothing, ${at}`,
        ours: 'api',
        other: 'nothing',
        aim: null,
        forgivesRefusals: true,
      }),
      await checkAfterwards(product),
    ];
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await product.close();
  }
}

const stateOf = ({ slug }: BenchEvent): string => `/checkout/${slug}/room/state`;

async function startServers(
  { program, folder, databaseUrl }: Product,
  event: BenchEvent,
  children: ChildProcess[],
): Promise<Servers> {
  const start = async (file: string, words: string[]): Promise<Server> => {
    const port = await freePort();
    const child = spawn(process.execPath, [file, String(port), ...words], { stdio: 'inherit' });
    children.push(child);
    const url = `http://127.0.0.1:${port}`;
    await until(`${file} to listen`, () =>
      fetch(`${url}/ready`).then(
        () => true,
        () => false,
      ),
    );
    return { url, pid: child.pid ?? 0 };
  };
  const canned = path.join(folder, 'canned.json');
  const captured = await captureOne(program.publicUrl + stateOf(event), {});
  await writeFile(canned, JSON.stringify({ [`${stateOf(event)}#identity`]: captured }));
  return {
    product: { url: program.publicUrl, pid: program.child.pid ?? 0 },
    bare: await start('bench/bare-server.ts', [canned]),
    line: await start('bench/line-baseline.ts', [String(BASELINE_POOL), databaseUrl]),
    nothing: await start('bench/hold-baselines.ts', ['null']),
  };
}

function makeSteps({ product, bare, line, nothing }: Servers, event: BenchEvent, publicKey: string): Step[] {
  const step = (name: string, { pid, url }: Server, address: string, bodies?: string[]): Step => ({
    name,
    loads: [
      {
        pid,
        load: {
          url: url + address,
          headers: { authorization: `Bearer ${publicKey}` },
          connections: CONNECTIONS,
          ...(bodies && { bodies }),
        },
      },
    ],
  });
  const entries = `/checkout/${event.slug}/room/entries`;
  const join = [JSON.stringify({ entry: ANY_BUYER })];
  const holds = `/api/v1/events/${event.slug}/reservations`;
  const cart = [JSON.stringify({ items: [{ sku: event.skus[0], quantity: 1 }] })];
  return [
    step('state', product, stateOf(event)),
    step('bare', bare, stateOf(event)),
    step('page', product, entries, join),
    step('row', line, '/', join),
    step('api', product, holds, cart),
    step('nothing', nothing, holds, cart),
  ];
}

/** Of the server alone, which a busy machine hardly changes: how much less of it the other takes for an answer. */
function processorRow(samples: Samples, { name, ours, other, aim }: Compared): Row {
  const [a = [], b = []] = [samples.get(ours), samples.get(other)];
  const ratios = spreadOf(
    a.map(({ nodeMicros }, index) => (b[index]?.nodeMicros ?? Number.NaN) / nodeMicros),
  );
  const [mine, its] = [a, b].map((of) => median(of.map(({ nodeMicros }) => nodeMicros)).toFixed(1));
  return {
    name,
    ratio: ratios.middle,
    spread: [ratios.low, ratios.high],
    aim,
    detail: `${mine} µs of processor each against ${its}`,
    failures: 0,
  };
}
