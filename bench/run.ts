import path from 'node:path';
import { benchCheckout } from './checkout.ts';
import { benchDashboard } from './dashboard.ts';
import { benchHolds } from './holds.ts';
import { loadGenerator } from './load.ts';
import { benchOrderIndexes } from './order-indexes.ts';
import { benchOrderSearch } from './order-search.ts';
import { benchOrders } from './orders.ts';
import { benchReads } from './reads.ts';
import { toTable, writeResult } from './report.ts';
import { benchScanner } from './scanner.ts';
import { benchWebhooks } from './webhooks.ts';

// npm run bench [-- reads | holds | orders | order-indexes | order-search | webhooks | checkout | dashboard | scanner]: starts the product and the alternatives, loads them in turn on the loopback, prints
// ratios and writes them to bench/results.

const BENCHES = {
  reads: benchReads,
  holds: benchHolds,
  orders: benchOrders,
  'order-indexes': benchOrderIndexes,
  'order-search': benchOrderSearch,
  webhooks: benchWebhooks,
  checkout: benchCheckout,
  dashboard: benchDashboard,
  scanner: benchScanner,
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const [wanted] = process.argv.slice(2);
const generator = await loadGenerator();
print(`Loading with ${generator}. Each bench takes two to three minutes.`);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted !== undefined && wanted !== name) continue;
  print(`\n${name}`);
  const rows = await bench((line) => print(`  ${line}`));
  print(`\n${toTable(rows)}\n`);
  print(`Written to ${path.relative(process.cwd(), await writeResult(name, generator, rows))}`);
}
