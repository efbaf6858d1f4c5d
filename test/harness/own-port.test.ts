import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { ownPort, ownPorts } from './own-port.ts';
import { until } from './until.ts';

// Enough of the ten thousand for two who don't heed each other to meet.
const MANY = 400;

const OTHER = `
  const { ownPort } = await import(${JSON.stringify(import.meta.resolve('./own-port.ts'))});
  const ports = [];
  for (let nr = 0; nr < ${MANY}; nr++) ports.push(await ownPort());
  console.log(JSON.stringify(ports));
  process.stdin.resume();`;

test('no port is given twice, neither here nor to another process that lives', async (t) => {
  const other = spawn(process.execPath, ['--input-type=module', '--eval', OTHER], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => other.kill('SIGKILL'));
  let said = '';
  other.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await until('its ports', () => said.includes('\n'));
  const theirs = JSON.parse(said) as number[];
  const ours: number[] = [];
  for (let nr = 0; nr < MANY; nr++) ours.push(await ownPort());
  assert.equal(new Set([...ours, ...theirs]).size, 2 * MANY);
});

test('ports in a row are all ours', async () => {
  const first = await ownPorts(3);
  const row = new Set([first, first + 1, first + 2]);
  for (let nr = 0; nr < MANY; nr++) assert.ok(!row.has(await ownPort()));
});
