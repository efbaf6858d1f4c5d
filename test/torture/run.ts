import { parseArgs } from 'node:util';
import { globalSetup, globalTeardown } from '../harness/global-setup.ts';
import { ADDRESS_LIMIT } from './commands.ts';
import { torture, type Limits, type Mode } from './properties.ts';
import { openWorld } from './world.ts';

// npm run torture -- --seconds 300 [--mode sequential|concurrent] [--seed 123] [--path 4:0:1]

const MODES: Mode[] = ['sequential', 'concurrent'];
const DOORS = 3;
const DEFAULT_SECONDS = '60';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: DEFAULT_SECONDS },
    mode: { type: 'string' },
    seed: { type: 'string' },
    path: { type: 'string' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const modes = MODES.filter((mode) => values.mode === undefined || values.mode === mode);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const seconds = Number(values.seconds);
if (modes.length === 0 || !Number.isInteger(seed) || !(seconds > 0)) {
  throw new Error(
    'usage: npm run torture -- --seconds 300 [--mode sequential|concurrent] [--seed 123] [--path 4:0:1]',
  );
}

await globalSetup();
try {
  for (const mode of modes) await tortureInMode(mode);
} finally {
  await globalTeardown();
}

async function tortureInMode(mode: Mode): Promise<void> {
  const limits: Limits = {
    forMs: (seconds * 1_000) / modes.length,
    seed,
    ...(values.path !== undefined && { path: values.path }),
  };
  print(`${mode}: ${Math.round(limits.forMs / 1_000)} s with seed ${seed}`);
  const world = await openWorld({ addressLimit: ADDRESS_LIMIT, doors: DOORS });
  const { isFailed, runs, path, report } = await torture(world, mode, limits);
  const { deadlocks } = await world.close();
  print(`${mode}: ${runs} sales, ${deadlocks} deadlocks`);
  if (isFailed) {
    print(report ?? '');
    print(`Again: npm run torture -- --mode ${mode} --seed ${seed}${path === null ? '' : ` --path ${path}`}`);
  }
  if (isFailed || deadlocks > 0) process.exitCode = 1;
}
