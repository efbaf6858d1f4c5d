import { inspect } from 'node:util';
import fc from 'fast-check';
import { rushOfBursts, scenarios, storyOfASale, type Burst, type Command } from './commands.ts';
import { playRush } from './concurrent.ts';
import type { Scenario } from './model.ts';
import { playStory } from './sequential.ts';
import type { World } from './world.ts';

export type Mode = 'sequential' | 'concurrent';

type Checked = {
  isFailed: boolean;
  runs: number;
  seed: number;
  path: string | null;
  report: string | undefined;
};

const playInMode: Record<Mode, (world: World, limits: Limits) => Promise<Checked>> = {
  sequential: (world, limits) =>
    check<[Scenario, Command[]]>(
      [scenarios, storyOfASale],
      (scenario, story) => playStory(world, scenario, story, limits.tellModel?.(scenario)),
      limits,
    ),
  concurrent: (world, limits) =>
    check<[Scenario, Burst[], number]>(
      [scenarios, rushOfBursts, fc.constantFrom(1, 3)],
      (scenario, rush, doorCount) => playRush(world, scenario, rush, doorCount),
      limits,
    ),
};

export type Limits = {
  forMs: number;
  seed?: number;
  path?: string;
  /** Lies to the model, to see that it is found out. */
  tellModel?: (scenario: Scenario) => Scenario;
};

/** Plays random sales for as long as asked, or until one goes wrong. */
export async function torture(world: World, mode: Mode, limits: Limits): Promise<Checked> {
  return playInMode[mode](world, limits);
}

async function check<T extends [unknown, ...unknown[]]>(
  arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
  play: (...given: T) => Promise<void>,
  limits: Limits,
): Promise<Checked> {
  let underWay: Promise<void> = Promise.resolve();
  let firstError: unknown;
  const property = fc.asyncProperty(...arbitraries, async (...given) => {
    underWay = play(...given);
    underWay.catch((error: unknown) => (firstError ??= error));
    await underWay;
  });
  const details = await fc.check(property, {
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: limits.forMs,
    markInterruptAsFailure: false,
    ...(limits.seed !== undefined && { seed: limits.seed }),
    // A sale that is played again was shrunk before, and what a lie is found out by need not be small.
    endOnFailure: limits.path !== undefined || limits.tellModel !== undefined,
    ...(limits.path !== undefined && { path: limits.path }),
  });
  // The time limit leaves the last run where it is.
  await underWay.catch(() => {});
  return {
    isFailed: details.failed,
    runs: details.numRuns,
    seed: details.seed,
    path: details.counterexamplePath,
    // If the order of things decides, a shrunk sale may fail in another way than the one that was met first.
    report: details.failed
      ? [
          fc.defaultReportMessage(details),
          inspect(details.errorInstance),
          'At first:',
          inspect(firstError),
        ].join('\n\n')
      : undefined,
  };
}
