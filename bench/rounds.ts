import { readProcess, cpuMicros } from './cpu-micros.ts';
import { measure, type Load, type Measured } from './load.ts';
import { machineMicros, postgresMicros } from './machine.ts';
import type { Options } from './options.ts';
import { median, spreadOf, type Row } from './report.ts';

/** One thing that is measured in every round: one server under load, or several at once. */
export type Step = {
  name: string;
  /** Of the database behind it, where steps have several. */
  postmaster?: number;
  /** A load, or how to run one, and the process that it is for, or those. */
  loads: { pid: number | number[]; load: Omit<Load, 'seconds'> | ((seconds: number) => Promise<Measured>) }[];
};

/** Processor time of each request, by who used it, and the share of the machine that others had. */
export type Sample = Measured & {
  nodeMicros: number;
  postgresMicros: number;
  otherShare: number;
};
export type Samples = Map<string, Sample[]>;

// Connections are made, plans too, and the code is compiled for what comes now.
const WARM_UP_SECONDS = 0.4;

/** All steps by turns, round after round: what slows the machine down for a while slows down all of them. */
export async function runRounds(
  steps: Step[],
  deps: {
    postmaster: number;
    options: Options;
    onProgress: (line: string) => void;
    /** Between rounds: each begins as the one before did. */
    clear: () => Promise<void>;
  },
): Promise<Samples> {
  const samples: Samples = new Map(steps.map(({ name }) => [name, []]));
  const { rounds, seconds } = deps.options;
  for (let round = 0; round <= rounds; round++) {
    if (round > 0) await deps.clear();
    for (const step of steps) {
      await Promise.all(step.loads.map(({ load }) => run(load, WARM_UP_SECONDS)));
      // The first round is for warming up alone.
      if (round > 0)
        samples.get(step.name)?.push(await sample(step, seconds, step.postmaster ?? deps.postmaster));
    }
    deps.onProgress(`round ${round} of ${rounds}`);
  }
  return samples;
}

const run = (load: Step['loads'][number]['load'], seconds: number): Promise<Measured> =>
  typeof load === 'function' ? load(seconds) : measure({ ...load, seconds });

export async function sample({ loads }: Step, seconds: number, postmaster: number): Promise<Sample> {
  const look = async () => {
    const [machine, self, postgres, ...nodes] = await Promise.all([
      machineMicros(),
      readProcess('self'),
      postgresMicros(postmaster),
      ...loads.flatMap(({ pid }) => pid).map(cpuMicros),
    ]);
    const node = nodes.reduce((sum, micros) => sum + micros, 0);
    return { machine, self: self.ownMicros + self.endedMicros, postgres, node };
  };
  const before = await look();
  const measured = await Promise.all(loads.map(({ load }) => run(load, seconds)));
  const after = await look();
  const sum = (field: 'requestsPerSecond' | 'requests' | 'failures' | 'loadMicros'): number =>
    measured.reduce((total, one) => total + one[field], 0);
  const requests = sum('requests');
  const [node, postgres] = [after.node - before.node, after.postgres - before.postgres];
  const ours = node + postgres + after.self - before.self;
  return {
    requestsPerSecond: sum('requestsPerSecond'),
    requests,
    failures: sum('failures'),
    p50Ms: Math.max(...measured.map(({ p50Ms }) => p50Ms)),
    p99Ms: Math.max(...measured.map(({ p99Ms }) => p99Ms)),
    nodeMicros: node / requests,
    postgresMicros: postgres / requests,
    loadMicros: sum('loadMicros') / requests,
    otherShare: (after.machine.used - before.machine.used - ours) / (after.machine.all - before.machine.all),
  };
}

const middle = (samples: Sample[], field: keyof Sample): number => median(samples.map((one) => one[field]));

/** `8,900/s (8,700 to 9,100; Node 60 µs, PostgreSQL 50, load 15)` */
function describe(samples: Sample[]): string {
  const rates = spreadOf(samples.map(({ requestsPerSecond }) => requestsPerSecond));
  const [node, postgres, load] = (['nodeMicros', 'postgresMicros', 'loadMicros'] as const).map((field) =>
    Math.round(middle(samples, field)),
  );
  const whole = (rate: number): string => Math.round(rate).toLocaleString('en');
  return `${whole(rates.middle)}/s (${whole(rates.low)} to ${whole(rates.high)}; Node ${node} µs, PostgreSQL ${postgres}, load ${load})`;
}

type Compared = { name: string; ours: string; other: string; aim: number | null; forgivesRefusals?: boolean };

/** Round by round, the rate of one step to that of another. No row where one of them was not asked for. */
export function rateRow(samples: Samples, { name, ours, other, aim, forgivesRefusals }: Compared): Row[] {
  const [a = [], b = []] = [samples.get(ours), samples.get(other)];
  if (a.length === 0 || b.length === 0) return [];
  const ratios = spreadOf(
    a.map((one, index) => one.requestsPerSecond / (b[index]?.requestsPerSecond ?? Number.NaN)),
  );
  return [
    {
      name,
      ratio: ratios.middle,
      spread: [ratios.low, ratios.high],
      aim,
      detail: `${describe(a)} against ${describe(b)}`,
      failures: forgivesRefusals ? 0 : a.reduce((sum, one) => sum + one.failures, 0),
    },
  ];
}

/** Processor time of Node and PostgreSQL for one request, in requests to a route that does nothing: the machine's pace falls out. */
export function costRow(
  samples: Samples,
  { name, ours, nothing, aim }: { name: string; ours: string; nothing: string; aim: number | null },
): Row[] {
  const [a = [], b = []] = [samples.get(ours), samples.get(nothing)];
  if (a.length === 0 || b.length === 0) return [];
  const costs = spreadOf(
    a.map((one, index) => (one.nodeMicros + one.postgresMicros) / (b[index]?.nodeMicros ?? Number.NaN)),
  );
  const unit = middle(b, 'nodeMicros');
  const [node, postgres] = [middle(a, 'nodeMicros') / unit, middle(a, 'postgresMicros') / unit];
  return [
    {
      name,
      ratio: costs.middle,
      spread: [costs.low, costs.high],
      aim,
      isCost: true,
      detail: `Node ${node.toFixed(1)}, PostgreSQL ${postgres.toFixed(1)}; the route that does nothing takes ${Math.round(unit)} µs`,
      failures: 0,
    },
  ];
}

/** How many times longer the one takes than the other. */
export function latencyRow(
  samples: Samples,
  {
    name,
    slower,
    faster,
    aim,
    field,
  }: { name: string; slower: string; faster: string; aim: number | null; field: 'p50Ms' | 'p99Ms' },
): Row[] {
  const [a = [], b = []] = [samples.get(slower), samples.get(faster)];
  if (a.length === 0 || b.length === 0) return [];
  const ratios = spreadOf(a.map((one, index) => one[field] / (b[index]?.[field] ?? Number.NaN)));
  const ms = (of: Sample[]): string => middle(of, field).toFixed(2);
  return [
    {
      name,
      ratio: ratios.middle,
      spread: [ratios.low, ratios.high],
      aim,
      detail: `${ms(a)} ms against ${ms(b)} ms; ${describe(b)}`,
      failures: 0,
    },
  ];
}

/** The other load on the machine meanwhile: figures of a busy machine mean less. */
export function otherWork(samples: Samples): string {
  const shares = [...samples.values()].flat().map(({ otherShare }) => otherShare);
  const spread = spreadOf(shares);
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  return `other work on the machine ${percent(spread.middle)} of it (${percent(spread.low)} to ${percent(spread.high)})`;
}
