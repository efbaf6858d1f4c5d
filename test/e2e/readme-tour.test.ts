import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../harness/browser.ts';
import { processesIn, signalAll } from '../harness/processes.ts';
import { launch, makeSeededDataDir, untilHealthy, type Program } from '../harness/program.ts';
import { until } from '../harness/until.ts';

const README = path.join(import.meta.dirname, '../../README.md');
const run = promisify(execFile);

const folder = await makeSeededDataDir();
let program: Program;
let browser: Browser;
before(async () => {
  program = await launch({ DATA_DIR: folder.dataDir });
  await untilHealthy(program);
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  program.child.kill('SIGKILL');
  await program.exited;
  signalAll(await processesIn(folder.dataDir), 'SIGKILL');
  await until(
    'everybody to have left the folder',
    async () => (await processesIn(folder.dataDir)).length === 0,
  );
  await folder.remove();
});

/** The first half of the tour, with the port of this program. */
async function readTour(): Promise<{ text: string; presses: string[]; script: string; answer: string }> {
  const text = (await readFile(README, 'utf8'))
    .replaceAll('http://localhost:3000', `http://localhost:${program.port}`)
    .split(/^## /m)
    .find((section) => section.startsWith('A tour, from sign-up to a first call'));
  assert.ok(text, 'the README has its tour');
  return {
    text,
    presses: [...text.matchAll(/\*\*(.+?)\*\*/gs)].map(([, name = '']) => name.replaceAll(/\s+/g, ' ')),
    script: /^```sh\n(.*?)^```/ms.exec(text)?.[1] ?? '',
    answer: /answer is `([^`]+)`/.exec(text)?.[1] ?? '',
  };
}

async function signUp(page: Page): Promise<void> {
  await page.getByLabel('Name of your organisation').fill('Makoko Sessions');
  await page.getByLabel('Country').selectOption({ label: 'Nigeria' });
  await page.getByLabel('Your name').fill('Sade Ojo');
  await page.getByLabel('E-mail').fill('sade@makoko.example');
  await page.getByLabel('New password').fill('lagoon kettle bicycle noon');
}

test('the README’s tour, followed word by word, leads from sign-up to a key that a first call is made with', async () => {
  const { text, presses, script, answer } = await readTour();
  assert.deepEqual(presses, [
    'Sign up',
    'Open the mailbox',
    'Confirm your e-mail address',
    'Confirm my address',
    'Confirm and go on',
    'Keys',
    'New key',
    'Create key',
  ]);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(/`(http\S+\/sign-up)`/.exec(text)?.[1] ?? '');
  await signUp(page);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  // The mail is a moment on its way.
  const mailbox = page.getByRole('link', { name: 'Open the mailbox' });
  await mailbox.click();
  const mail = page.getByRole('link', { name: 'Confirm your e-mail address' });
  await until('the mail to be there', async () => {
    if ((await mail.count()) > 0) return true;
    await page.reload();
    return false;
  });
  await mail.click();
  const opening = context.waitForEvent('page');
  await page.frameLocator('iframe').getByRole('link', { name: 'Confirm my address' }).click();
  const opened = await opening;
  await opened.getByRole('button', { name: 'Confirm and go on' }).click();
  await opened.getByRole('link', { name: 'Keys', exact: true }).first().click();
  await opened.getByRole('button', { name: 'New key' }).click();
  await opened.getByLabel('Name').fill('Our shop');
  await opened.getByRole('button', { name: 'Create key' }).click();
  const row = opened.getByRole('row').filter({ hasText: 'Our shop' });
  const key = /pk_\w+/.exec(await row.innerText())?.[0] ?? '';

  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script.replace('pk_…', key)]);
  assert.equal(stdout, answer);
  await context.close();
});
