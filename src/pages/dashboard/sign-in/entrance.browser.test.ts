import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { assertAccessibleInBothThemes } from '../../../../test/harness/open-dashboard.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until, untilEqual } from '../../../../test/harness/until.ts';
import { PASSWORD } from './entrance.fixture.ts';
import { pressAt, typeAt, untilFits } from '../../../../test/harness/at-page.ts';

const PHONE = { width: 360, height: 640 };

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

async function open(
  t: TestContext,
  options: BrowserContextOptions = {},
): Promise<{ on: TestApp; page: Page; dashboard: string; complaints: string[] }> {
  const context = await browser.newContext({ viewport: PHONE, ...options });
  const on = await startTestApp();
  t.after(async () => {
    await context.close();
    await on.close();
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      complaints.push(message.text());
  });
  return { on, page, dashboard: `${on.publicUrl}/dashboard`, complaints };
}

async function fillSignUp(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('Name of your organisation').fill('Moonlight Shows');
  await page.getByLabel('Country').selectOption({ label: 'Ghana' });
  await page.getByLabel('Your name').fill('Ama Mensah');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
}

/** The newest mail in the built-in mailbox, as the page leads there. */
async function openMail(page: Page, on: TestApp, subject: string): Promise<string> {
  await until(`the mail "${subject}"`, async () => {
    await page.goto(`${on.publicUrl}/mailbox`);
    return (await page.getByText(subject).count()) > 0;
  });
  await page.getByText(subject).first().click();
  const address = await page
    .frameLocator('iframe')
    .getByRole('link', { name: /Confirm my address|Choose a new password/ })
    .getAttribute('href');
  assert.ok(address);
  // As this test reaches the product.
  return address.replace(/^https?:\/\/[^/]+/, on.publicUrl);
}

test('without JavaScript: sign up, confirm, sign in, forget the password and choose another', async (t) => {
  const { on, page, dashboard, complaints } = await open(t, { javaScriptEnabled: false });
  await page.goto(`${dashboard}/sign-in`);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await fillSignUp(page, { email: 'ama@mail.example', password: 'password1234' });
  await page.getByRole('alert').getByText('easy to guess').waitFor();
  await untilEqual('ama@mail.example', () => page.getByLabel('E-mail').inputValue());
  await untilEqual('', () => page.getByLabel('New password').inputValue());
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  await page.getByRole('link', { name: 'Open mailbox' }).waitFor();

  await page.goto(await openMail(page, on, 'Confirm your e-mail address'));
  await page.getByRole('button', { name: 'Confirm and continue' }).click();
  await page.waitForURL(`${dashboard}/hosts/*`);

  const signIn = async (password: string) => {
    await page.context().clearCookies({ name: 'tessera-session' });
    await page.goto(`${dashboard}/sign-in`);
    await page.getByLabel('E-mail').fill('ama@mail.example');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await signIn('not it at all');
  await page.getByRole('alert').getByText('Wrong e-mail or password').waitFor();
  await signIn(PASSWORD);
  await page.waitForURL(`${dashboard}/hosts/*`);

  await page.context().clearCookies();
  await page.goto(`${dashboard}/sign-in`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill('ama@mail.example');
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  await page.goto(await openMail(page, on, 'Choose a new password'));
  await page.getByLabel('New password').fill('seven quiet umbrellas leave');
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.waitForURL(`${dashboard}/hosts/*`);
  assert.deepEqual(complaints, []);
});

test('the files of the dashboard are on their way while a password is typed', async (t) => {
  const { page, dashboard, complaints } = await open(t);
  const style = page.waitForResponse(/\/assets\/dashboard-[^/]+\.css$/);
  const script = page.waitForResponse(/\/assets\/dashboard-en-[^/]+\.js$/);
  await page.goto(`${dashboard}/sign-in`);
  assert.deepEqual([(await style).status(), (await script).status()], [200, 200]);
  assert.deepEqual(complaints, []);
});

test('with the keyboard alone: an error takes the focus, leads to its field, and the password can be looked at', async (t) => {
  const { page, dashboard, complaints } = await open(t);
  await page.goto(`${dashboard}/sign-in`);
  const [email, password] = [page.getByLabel('E-mail'), page.getByLabel('Password', { exact: true })];
  await email.focus();
  await typeAt(email, 'nobody@mail.example');
  await pressAt(email, 'Tab');
  await typeAt(password, 'not it at all');
  await pressAt(password, 'Tab');
  await pressAt(page.locator(':focus'), 'Space');
  await untilEqual('text', () => password.getAttribute('type'));
  await pressAt(page.locator(':focus'), 'Enter');
  const alert = page.getByRole('alert');
  await alert.getByText('Wrong e-mail or password').waitFor();
  // By the page's script, which may run a moment after the words are there.
  await until('the focus on the error', () =>
    page.evaluate<boolean>(`document.activeElement.getAttribute('role') === 'alert'`),
  );
  await untilEqual('password', () => page.getByLabel('Password', { exact: true }).getAttribute('type'));
  assert.deepEqual(complaints, []);
});

test('in both themes no page has anything that keeps somebody out, and none is wider than a phone', async (t) => {
  const { page, dashboard, complaints } = await open(t);
  const look = async (what: string): Promise<void> => {
    await assertAccessibleInBothThemes(page, what);
    await untilFits(page, what);
  };
  for (const path of ['sign-in', 'sign-up', 'reset-password', `reset-password/${'A'.repeat(43)}`]) {
    await page.goto(`${dashboard}/${path}`);
    await look(path);
  }
  await page.goto(`${dashboard}/sign-up`);
  await page.evaluate(`document.querySelector('form').noValidate = true`);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('alert').waitFor();
  await look('what is missing');
  await fillSignUp(page, { email: 'ama@mail.example', password: PASSWORD });
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  await look('mail sent');
  assert.deepEqual(complaints, []);
});
