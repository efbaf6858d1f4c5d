import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCounter, createGauge, createHistogram, writeMetrics } from './instruments.ts';

test('counters and gauges are written as Prometheus reads them', () => {
  const asked = createCounter({ name: 'asked_total', help: 'Questions.\nOf all.', labels: ['by', 'how'] });
  const series = asked.of('a\\b', 'said "no"\nloudly');
  series.value += 1;
  series.value += 2;
  asked.of('b', '').value += 0.5;
  assert.equal(asked.of('a\\b', 'said "no"\nloudly'), series, 'the same series again');
  const open = createGauge({ name: 'open', help: 'Doors.' }, () => 7);
  const unknown = createGauge({ name: 'unknown', help: 'Nobody knows.' }, () => null);
  assert.equal(
    writeMetrics([asked, open, unknown]),
    [
      '# HELP asked_total Questions.\\nOf all.',
      '# TYPE asked_total counter',
      'asked_total{by="a\\\\b",how="said \\"no\\"\\nloudly"} 3',
      'asked_total{by="b",how=""} 0.5',
      '# HELP open Doors.',
      '# TYPE open gauge',
      'open 7',
      '# HELP unknown Nobody knows.',
      '# TYPE unknown gauge',
      '',
    ].join('\n'),
  );
});

test('the buckets of a histogram add up, and a value on the edge is in the bucket', () => {
  const took = createHistogram({ name: 'took_seconds', help: 'Time.', labels: ['at'], buckets: [0.1, 1] });
  for (const value of [0.25, 0.1, 0.5, 8]) took.of('door').observe(value);
  assert.equal(
    took.text(),
    [
      '# HELP took_seconds Time.',
      '# TYPE took_seconds histogram',
      'took_seconds_bucket{at="door",le="0.1"} 1',
      'took_seconds_bucket{at="door",le="1"} 3',
      'took_seconds_bucket{at="door",le="+Inf"} 4',
      'took_seconds_sum{at="door"} 8.85',
      'took_seconds_count{at="door"} 4',
      '',
    ].join('\n'),
  );
});

test('a series with other labels than its metric has is a mistake', () => {
  assert.throws(() => createCounter({ name: 'asked_total', help: 'Questions.', labels: ['by'] }).of(), /by/);
});
