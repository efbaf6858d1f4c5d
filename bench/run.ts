import path from 'node:path';
import { loadGenerator } from './load.ts';
import { benchReads } from './reads.ts';
import { toTable, writeResult } from './report.ts';

// npm run bench: starts the product and the alternatives, loads them in turn on the loopback, prints ratios.

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const generator = await loadGenerator();
print(`Loading with ${generator}. This takes about two minutes.`);
const rows = await benchReads(print);
print(`\n${toTable(rows)}\n`);
print(`Written to ${path.relative(process.cwd(), await writeResult('reads', generator, rows))}`);
