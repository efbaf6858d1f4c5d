// Prometheus' text format, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/

type About<Label extends string = string> = {
  name: string;
  help: string;
  labels?: readonly Label[];
};

/** A metric with all its series, as it is told to whoever asks. */
export type Metric = { name: string; type: 'counter' | 'gauge' | 'histogram'; help: string; text(): string };

/** Counted directly by its owner. */
export type Series = { value: number };

type Sample = { labels?: readonly string[]; value: number };

/** Goes up. A series is looked up once and kept by whoever counts often: to count is one addition. */
export function createCounter(about: About): Metric & { of(...labels: string[]): Series } {
  const series = createSeries(about, (): Series => ({ value: 0 }));
  const text = (): string =>
    series.all().reduce((lines, [labels, { value }]) => lines + line(about.name, labels, value), '');
  return { ...metric(about, 'counter', text), of: series.of };
}

/** Is asked when somebody wants to know. Null: it is not known now, and nothing is told. */
export function createGauge(about: About, read: () => readonly Sample[] | number | null): Metric {
  return metric(about, 'gauge', () => writeSamples(about, read()));
}

/** A counter that somebody else keeps. */
export function createReadCounter(about: About, read: () => readonly Sample[] | number | null): Metric {
  return metric(about, 'counter', () => writeSamples(about, read()));
}

export type Histogram = Metric & { of(...labels: string[]): { observe(value: number): void } };

export function createHistogram(about: About & { buckets: readonly number[] }): Histogram {
  const { name, buckets } = about;
  const series = createSeries(about, () => {
    // The last is for what is larger than all buckets.
    const counts = Array.from({ length: buckets.length + 1 }, () => 0);
    const state = { counts, sum: 0 };
    return {
      state,
      observe(value: number): void {
        let index = 0;
        while (index < buckets.length && value > (buckets[index] ?? 0)) index += 1;
        counts[index] = (counts[index] ?? 0) + 1;
        state.sum += value;
      },
    };
  });
  const writeOne = (labels: string, { counts, sum }: { counts: number[]; sum: number }): string => {
    let count = 0;
    const lines = counts.map((own, index) => {
      count += own;
      return line(`${name}_bucket`, join(labels, label('le', toText(buckets[index] ?? Infinity))), count);
    });
    return [...lines, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, count)].join('');
  };
  const text = (): string =>
    series
      .all()
      .map(([labels, { state }]) => writeOne(labels, state))
      .join('');
  return { ...metric(about, 'histogram', text), of: series.of };
}

/** All metrics, as a scrape gets them. */
export const writeMetrics = (metrics: readonly Metric[]): string =>
  metrics.map((each) => each.text()).join('');

function metric({ name, help }: About, type: Metric['type'], samples: () => string): Metric {
  const head = `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n`;
  return { name, type, help, text: () => head + samples() };
}

/** The series of a metric by their labels, each made when it is first needed. */
function createSeries<T>({ name, labels = [] }: About, make: () => T) {
  const made = new Map<string, T>();
  return {
    of(...values: string[]): T {
      if (values.length !== labels.length) throw new Error(`${name} has the labels ${labels.join(', ')}`);
      const key = writeLabels(labels, values);
      let one = made.get(key);
      if (one === undefined) made.set(key, (one = make()));
      return one;
    },
    all: (): [string, T][] => [...made],
  };
}

function writeSamples({ name, labels = [] }: About, told: readonly Sample[] | number | null): string {
  if (told === null) return '';
  const samples = typeof told === 'number' ? [{ value: told }] : told;
  return samples.map((one) => line(name, writeLabels(labels, one.labels ?? []), one.value)).join('');
}

const line = (name: string, labels: string, value: number): string =>
  `${name}${labels && `{${labels}}`} ${toText(value)}\n`;

const join = (one: string, other: string): string => (one ? `${one},${other}` : other);

const writeLabels = (names: readonly string[], values: readonly string[]): string =>
  names.map((name, index) => label(name, values[index] ?? '')).join(',');

function label(name: string, value: string): string {
  const escaped = value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  return `${name}="${escaped}"`;
}

const toText = (value: number): string =>
  value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value);
