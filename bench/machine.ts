import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { cpuMicros, readProcess } from './cpu-micros.ts';

const MICROS_PER_TICK = 10_000;

/** Processor time of the whole machine: used by whomever, and taken by the machines beside it. */
export async function machineMicros(): Promise<{ used: number; stolen: number; all: number }> {
  const stat = await readFile('/proc/stat', 'utf8').catch(() => '');
  const ticks = (/^cpu +(.*)$/m.exec(stat)?.[1] ?? '').split(' ').map(Number);
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, steal = 0] = ticks;
  const used = user + nice + system + irq + softirq;
  const all = used + idle + wait + steal;
  return { used: used * MICROS_PER_TICK, stolen: steal * MICROS_PER_TICK, all: all * MICROS_PER_TICK };
}

/** The database server's first process, whose children do the work. */
export async function findPostmaster(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return (await readProcess(rows[0]?.pid ?? 0)).parent;
  } finally {
    await client.end();
  }
}

/** Of the server with all its processes, those that have ended among them. */
export async function postgresMicros(postmaster: number): Promise<number> {
  const { ownMicros, endedMicros } = await readProcess(postmaster);
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '');
  const each = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(cpuMicros));
  // One that ends in between counts with those that have ended at the next look.
  return each.reduce((sum, micros) => sum + (Number.isNaN(micros) ? 0 : micros), ownMicros + endedMicros);
}
