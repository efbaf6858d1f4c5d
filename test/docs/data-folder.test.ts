import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { BUYER } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { processesIn, signalAll } from '../harness/processes.ts';
import { launch, makeSeededDataDir, untilHealthy } from '../harness/program.ts';
import { until } from '../harness/until.ts';

const PAGE = path.join(import.meta.dirname, '../../docs/configuration.md');

test('docs/configuration.md names every entry of the data folder, and no other', async (t) => {
  const { dataDir, remove } = await makeSeededDataDir();
  const program = await launch({ DATA_DIR: dataDir });
  t.after(async () => {
    program.child.kill('SIGKILL');
    await program.exited;
    signalAll(await processesIn(dataDir), 'SIGKILL');
    await until('everybody to have left the folder', async () => (await processesIn(dataDir)).length === 0);
    await remove();
  });
  await untilHealthy(program);

  // The mailbox is made for the first mail.
  const key = (await program.demo()).hosts[0]?.publicKey ?? '';
  const { body: tickets } = await ask(program, '/events/open-mic-yaba/tickets', { key });
  const { body: cart } = await ask(program, '/events/open-mic-yaba/reservations', {
    method: 'POST',
    key,
    body: { items: [{ sku: tickets.data[0].id, quantity: 1 }] },
  });
  const { body: order } = await ask(program, '/events/open-mic-yaba/orders', {
    method: 'POST',
    key,
    headers: { 'x-device-id': cart.data.reservationToken },
    body: { quoteReference: cart.data.quoteReference, ...BUYER },
  });
  assert.equal(order.data.status, 'confirmed');
  await until('the mail', async () => (await readdir(dataDir)).includes('mailbox'));

  const [, section = ''] = (await readFile(PAGE, 'utf8')).split('## The data folder');
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => Array.from(row.matchAll(/`([a-z.-]+)\/?`/g), ([, name = '']) => name));
  assert.deepEqual(named.toSorted(), (await readdir(dataDir)).toSorted());
});
