import { spawn, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ownPort } from './own-port.ts';
import { until } from './until.ts';

const PROGRAM = '/usr/bin/prometheus';

export const hasPrometheus = (): boolean => spawnSync(PROGRAM, ['--version']).status === 0;

export type Prometheus = {
  /** The alerts that fire now, by name. */
  firing(): Promise<string[]>;
  /** The values of an expression now. */
  ask(expression: string): Promise<number[]>;
  stop(): Promise<void>;
};

/** Debian's Prometheus, which reads twice a second, with these rules and the ports of each job. */
export async function startPrometheus(
  folder: string,
  { rules, jobs }: { rules: string; jobs: Record<string, number[]> },
): Promise<Prometheus> {
  await mkdir(folder, { recursive: true });
  const scraped = Object.entries(jobs).map(([job_name, ports]) => ({
    job_name,
    static_configs: [{ targets: ports.map((port) => `127.0.0.1:${port}`) }],
  }));
  const every = { scrape_interval: '500ms', scrape_timeout: '500ms', evaluation_interval: '500ms' };
  // JSON is YAML.
  const config = { global: every, rule_files: ['rules.yml'], scrape_configs: scraped };
  await writeFile(path.join(folder, 'prometheus.yml'), JSON.stringify(config));
  await writeFile(path.join(folder, 'rules.yml'), rules);
  const address = `127.0.0.1:${await ownPort()}`;
  const child = spawn(
    PROGRAM,
    ['--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=${address}`],
    { cwd: folder, stdio: 'ignore' },
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const read = async <T>(what: string): Promise<T> => {
    const answer = await fetch(`http://${address}/api/v1/${what}`);
    return ((await answer.json()) as { data: T }).data;
  };
  const isReady = (): Promise<boolean> =>
    fetch(`http://${address}/-/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await until('Prometheus to be ready', isReady);
  return {
    async firing() {
      type Alert = { state: string; labels: { alertname: string } };
      const { alerts } = await read<{ alerts: Alert[] }>('alerts');
      const names = alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
      return [...new Set(names)].toSorted();
    },
    async ask(expression) {
      type Result = { value: [number, string] }[];
      const { result } = await read<{ result: Result }>(`query?query=${encodeURIComponent(expression)}`);
      return result.map(({ value: [, text] }) => Number(text));
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
