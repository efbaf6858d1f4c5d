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
import { benchProcesses } from './processes.ts';
import { benchReads } from './reads.ts';
import { toTable, writeResult } from './report.ts';
import { benchScanner } from './scanner.ts';
import { benchSeatMap } from './seat-map.ts';
import { benchSmallShop } from './small-shop.ts';
import { benchSustained } from './sustained.ts';
import { benchWaitingRoom } from './waiting-room.ts';
import { benchWebhooks } from './webhooks.ts';

// npm run bench [-- reads | holds | curve | orders | order-indexes | order-search | webhooks | processes | sustained | waiting-room | checkout | dashboard | designer | scanner | seat-map | small-shop]: starts the product and the alternatives, loads them in turn on the loopback, prints
// ratios and writes them to bench/results. For a quick look, which is not written: --rounds 2 --seconds 1 --only hot,null
// --connections 64 (holds; hot is what is loaded, null what it is compared with), --minutes 1 (sustained).

const BENCHES = {
  reads: benchReads,
  holds: benchHolds,
  curve: benchCurve,
  orders: benchOrders,
  'order-indexes': benchOrderIndexes,
  'order-search': benchOrderSearch,
  webhooks: benchWebhooks,
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

// Its supervisor is gone: nobody else would end the servers.
process.on('disconnect', () => process.kill(-process.pid, 'SIGTERM'));

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { bench: wanted, options } = readOptions(process.argv.slice(2));
const generator = await loadGenerator();
print(`Loading with ${generator}. Each bench takes some minutes.`);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted !== undefined && wanted !== name) continue;
  print(`\n${name}`);
  const before = await machineMicros();
  const rows = await bench((line) => print(`  ${line}`), options);
  const after = await machineMicros();
  const share = (after.stolen - before.stolen) / (after.all - before.all);
  const stolen = `${(share * 100).toFixed(1)} % of the processors' time stolen by other machines`;
  print(`\n${toTable(rows)}\n\n${stolen}`);
  // A part, or a quick look, is no result.
  if (options.isWhole) {
    const file = await writeResult(name, { generator, stolen, rows });
    print(`Written to ${path.relative(process.cwd(), file)}`);
  }
}
