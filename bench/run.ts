import path from 'node:path';
import { benchCheckout } from './checkout.ts';
import { benchCurve } from './curve.ts';
import { benchDashboard } from './dashboard.ts';
import { benchDesigner } from './designer.ts';
import { benchHolds } from './holds.ts';
import { loadGenerator } from './load.ts';
import { machineMicros } from './machine.ts';
import { readOptions } from './options.ts';
import { benchOrderIndexes } from './order-indexes.ts';
import { benchOrderSearch } from './order-search.ts';
import { benchOrders } from './orders.ts';
import { benchPretix } from './pretix.ts';
import { benchProcesses } from './processes.ts';
import { benchReads } from './reads.ts';
import { toPage, toTable, writePage, writeResult, type Row } from './report.ts';
import { benchScanner } from './scanner.ts';
import { benchSeatMap } from './seat-map.ts';
import { benchSmallShop } from './small-shop.ts';
import { benchSustained } from './sustained.ts';
import { benchWaitingRoom } from './waiting-room.ts';
import { benchWebhooks } from './webhooks.ts';

// npm run bench -- <name>…, of the benches named below; without a name of all, in fewer and shorter rounds, with one page at the end and for 25
// minutes at most: starts the product and the alternatives, loads them in turn on the
// loopback, prints ratios and writes them to bench/results. For a quick look, which is not written: --rounds 2 --seconds 1 --only hot,null
// --connections 64 (holds; hot is what is loaded, null what it is compared with), --minutes 1 (sustained).

const BENCHES = {
  reads: benchReads,
  holds: benchHolds,
  curve: benchCurve,
  orders: benchOrders,
  'order-indexes': benchOrderIndexes,
  'order-search': benchOrderSearch,
  webhooks: benchWebhooks,
  pretix: benchPretix,
  processes: benchProcesses,
  sustained: benchSustained,
  'waiting-room': benchWaitingRoom,
  checkout: benchCheckout,
  dashboard: benchDashboard,
  designer: benchDesigner,
  scanner: benchScanner,
  'seat-map': benchSeatMap,
  'small-shop': benchSmallShop,
};

const MAX_MINUTES = 25;
// It installs 600 MB first.
const BY_NAME_ALONE = 'pretix';

// Its supervisor is gone: nobody else would end the servers.
process.on('disconnect', () => process.kill(-process.pid, 'SIGTERM'));
// Listening alone would keep a run alive that has written its result.
process.channel?.unref();

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { names, options } = readOptions(process.argv.slice(2));
const unknown = names.find((name) => !(name in BENCHES));
if (unknown !== undefined) {
  print(`There is no bench "${unknown}": it is one of ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}
const generator = await loadGenerator();
print(`Loading with ${generator}. Each bench takes some minutes.`);
const asked = Object.entries(BENCHES).filter(([name]) =>
  names.length === 0 ? name !== BY_NAME_ALONE : names.includes(name),
);
const results: { name: string; seconds: number; rows: Row[] }[] = [];
if (names.length === 0) setTimeout(() => void endWith(1), MAX_MINUTES * 60_000).unref();

for (const [name, bench] of asked) {
  print(`\n${name}`);
  const startedAtMs = performance.now();
  const before = await machineMicros();
  const rows = await bench((line) => print(`  ${line}`), options);
  const after = await machineMicros();
  const share = (after.stolen - before.stolen) / (after.all - before.all);
  const stolen = `${(share * 100).toFixed(1)} % of the processors' time stolen by other machines`;
  results.push({ name, seconds: (performance.now() - startedAtMs) / 1_000, rows });
  print(`\n${toTable(rows)}\n\n${stolen}`);
  // A part, or a quick look, is no result; nor is what was skipped.
  if (options.isWhole && rows.length > 0) {
    const file = await writeResult(name, { generator, stolen, rows });
    print(`Written to ${path.relative(process.cwd(), file)}`);
  }
}
if (names.length === 0) await endWith(0);

/** The page; the servers of a bench that is cut short are ended by the supervisor. */
async function endWith(code: number): Promise<never> {
  const missing = asked.slice(results.length).map(([name]) => name);
  const page = toPage(results);
  print(`\nAll in one page: the ratio, what it is to be, and what it is of\n\n${page}`);
  await writePage(generator, page);
  if (missing.length > 0) print(`\nNot done within ${MAX_MINUTES} minutes: ${missing.join(', ')}`);
  process.exit(code);
}
