import assert from 'node:assert/strict';

/** A series as Prometheus would read it. */
export type Scraped = { name: string; labels: Record<string, string>; value: number };

/** Reads the program's port for metrics. */
export async function scrape(port: number): Promise<{ text: string; series: Scraped[] }> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  const text = await response.text();
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return { text, series: lines.map(readLine) };
}

/** The sum of the series that have these labels; NaN where there is none. */
export function sumOf(series: Scraped[], name: string, labels: Record<string, string> = {}): number {
  const found = series.filter(
    (one) =>
      one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  );
  return found.length === 0 ? Number.NaN : found.reduce((sum, { value }) => sum + value, 0);
}

function readLine(line: string): Scraped {
  const [, name = '', labels = '', value = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  assert.ok(name, line);
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text]);
  return { name, labels: Object.fromEntries(pairs), value: value === '+Inf' ? Infinity : Number(value) };
}
