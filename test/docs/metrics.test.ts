import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { buy } from '../harness/buy.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { ownPort } from '../harness/own-port.ts';
import { scrape, type Scraped } from '../harness/scrape.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';

const FOLDER = path.join(import.meta.dirname, '../../docs/operating');
const ALERTS = path.join(FOLDER, 'alerts.yml');
const read = (name: string): Promise<string> => readFile(path.join(FOLDER, name), 'utf8');

/** Prometheus' own, whatever is scraped, and the node exporter's. */
const OF_PROMETHEUS = new Set(['up', 'node_filesystem_avail_bytes', 'node_filesystem_size_bytes']);
// Words in expressions besides metrics and labels.
const WORDS =
  /^(sum|max|min|count|avg|by|and|or|rate|increase|time|topk|avg_over_time|histogram_quantile|le|label_values|job)$/;

type Told = { name: string; type: string; help: string };

suite('the metrics in docs/operating/', () => {
  let on: TestApp;
  let scraped: { text: string; series: Scraped[] };
  let told: Told[];

  before(async () => {
    const port = await ownPort();
    on = await startTestApp({ environment: { METRICS_PORT: String(port) } });
    const host = await makeHost(on);
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    scraped = await until('the database to tell its figures', async () => {
      const now = await scrape(port);
      return now.series.some(({ name }) => name === 'tessera_holds_live') && now;
    });
    told = [...scraped.text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \1 (\w+)$/gm)].map(
      ([, name = '', help = '', type = '']) => ({ name, type, help }),
    );
  });
  after(() => on.close());

  test('metrics.md lists every metric as the program tells it, and no other', async () => {
    const rows = (await read('metrics.md')).split('\n').filter((line) => line.startsWith('| `'));
    const listed = rows.map((row) => {
      const [, name = '', type = '', labels = '', help = ''] = row.split('|').map((cell) => cell.trim());
      return { name: name.replaceAll('`', ''), type, labels, help };
    });
    assert.deepEqual(
      listed.map(({ name, type, help }) => ({ name, type, help })),
      told,
    );
    for (const { name, type, labels } of listed)
      for (const series of scraped.series.filter((one) => metricOf(one.name, type) === name))
        assert.equal(
          Object.keys(series.labels)
            .filter((label) => label !== 'le')
            .join(', '),
          labels,
          name,
        );
  });

  test('every metric that the dashboard and the alerts ask for is told, and the dashboard shows all', async () => {
    const dashboard = JSON.parse(await read('grafana-dashboard.json')) as {
      panels: { id: number; targets?: { expr: string }[] }[];
    };
    const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    // The text after `expr:`, on its line or on the indented ones below it.
    const alerts = [
      ...(await read('alerts.yml')).matchAll(/^ {8}expr: (?:>-\n((?: {10}.*\n)+)|(.*)\n)/gm),
    ].map(([, below, beside]) => below ?? beside ?? '');
    assert.ok(shown.length > 40 && alerts.length > 10, `${shown.length} and ${alerts.length} expressions`);
    const names = new Set(told.flatMap(({ name, type }) => seriesOf(name, type)));
    for (const expression of [...shown, ...alerts])
      for (const name of metricsIn(expression))
        assert.ok(names.has(name) || OF_PROMETHEUS.has(name), `${name} in: ${expression}`);
    const used = new Set(shown.flatMap(metricsIn));
    for (const { name, type } of told)
      assert.ok(
        seriesOf(name, type).some((one) => used.has(one)),
        name,
      );
    const ids = dashboard.panels.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, 'no two panels have one id');
  });

  test('promtool finds nothing wrong with metrics and alerts', async (t) => {
    const promtool = await findPromtool();
    if (!promtool) return t.skip("promtool is not there (Debian's package prometheus)");
    await promisify(execFile)(promtool, ['check', 'rules', ALERTS]);
    const check = spawn(promtool, ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] });
    const exited = new Promise((resolve) => check.once('close', resolve));
    check.stdin.end(scraped.text);
    const complaints = (await Promise.all([text(check.stdout), text(check.stderr)])).join('');
    assert.equal(await exited, 0, complaints);
  });
});

const seriesOf = (name: string, type: string): string[] =>
  type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name];

const metricOf = (series: string, type: string): string =>
  type === 'histogram' ? series.replace(/_(bucket|sum|count)$/, '') : series;

/** The metrics of an expression: what is left without labels, times, numbers and the words of the language. */
function metricsIn(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ').replaceAll(/\bby \([^)]*\)/g, ' ');
  return [...bare.matchAll(/[a-z_]\w*/g)].map(([word]) => word).filter((word) => !WORDS.test(word));
}

async function findPromtool(): Promise<string | null> {
  const found = await promisify(execFile)('promtool', ['--version']).then(
    () => 'promtool',
    () => null,
  );
  return found;
}
