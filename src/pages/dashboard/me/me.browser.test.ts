import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, before, suite, test, type TestContext } from 'node:test';
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { codeOf, forgetUsedCodes } from '../../../../test/harness/factors.ts';
import { makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessibleInBothThemes, reload, untilLive } from '../../../../test/harness/open-dashboard.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { untilEqual } from '../../../../test/harness/until.ts';
import { pressAt, typeAt, untilFits } from '../../../../test/harness/at-page.ts';

suite('the pages of somebody’s own account', () => {
  let browser: Browser;
  let on: TestApp;
  let host: TestHost;
  let base: string;
  before(async () => {
    browser = await launchBrowser();
    on = await startTestApp();
    host = await makeHost(on);
    // Passkeys are a name's, never a number's.
    base = `${on.publicUrl.replace('127.0.0.1', 'localhost')}/dashboard`;
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  type Opened = { page: Page; person: SignedIn; complaints: string[] };

  /** A browser in which somebody is signed in. */
  async function open(
    t: TestContext,
    path: string,
    { as, ...options }: BrowserContextOptions & { as?: SignedIn | null } = {},
  ): Promise<Opened> {
    const person = as ?? (await signInAs(on, host));
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    t.after(() => context.close());
    const [name = '', value = ''] = person.cookie.split('=');
    if (as !== null) await context.addCookies([{ name, value, domain: 'localhost', path: '/' }]);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      const isStatus = /status of 4\d\d/.test(message.text());
      if (message.type() === 'error' && !isStatus) complaints.push(message.text());
    });
    await page.goto(base + path);
    if (options.javaScriptEnabled !== false) await untilLive(page);
    return { page, person, complaints };
  }

  /** A fingerprint reader, as the browser's own tests have it. */
  async function plugIn(page: Page): Promise<CDPSession> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return cdp;
  }

  async function addApp(page: Page): Promise<string> {
    await page.getByRole('button', { name: 'Set up app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    const secret = (await dialog.locator('code').textContent())?.replaceAll(' ', '') ?? '';
    await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    return secret;
  }
  const keepCodes = (page: Page): Promise<void> => page.getByRole('button', { name: 'I saved them' }).click();
  const stale = ({ personId }: SignedIn): Promise<unknown> =>
    on.app.database.query(
      `UPDATE sessions SET passed_factor_at = now() - interval '1 hour' WHERE person_id = $1`,
      [personId],
    );

  test('an app is set up with the keyboard alone, and ten recovery codes are shown once', async (t) => {
    const { page, complaints } = await open(t, '/me/security');
    const press = (name: string): Promise<void> => page.getByRole('button', { name }).press('Enter');
    await press('Set up app');
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    await dialog.waitFor();
    const secret = (await dialog.locator('code').textContent())?.replaceAll(' ', '') ?? '';
    // The cursor is where the code is typed.
    const field = dialog.locator('[autocomplete=one-time-code]');
    await typeAt(field, '000000');
    await pressAt(field, 'Enter');
    await dialog.getByText('Is not the code that the app shows now').waitFor();
    await pressAt(field, 'ControlOrMeta+a');
    await typeAt(field, codeOf(secret));
    await pressAt(field, 'Enter');
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    await codes.waitFor();
    await untilEqual(10, () => codes.getByRole('listitem').count());
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      codes.getByRole('link', { name: 'Download' }).click(),
    ]);
    const saved = await text(await download.createReadStream());
    for (const code of await codes.getByRole('listitem').allTextContents()) assert.ok(saved.includes(code));
    await codes.press('Escape');
    await codes.waitFor({ state: 'detached' });
    await page.getByText('10 codes left').waitFor();
    assert.deepEqual(complaints, []);
  });

  test('a passkey is added, passes the second step before a key is shown, and is renamed and removed', async (t) => {
    const { page, person, complaints } = await open(t, '/me/security');
    await plugIn(page);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await untilEqual('Chrome, Linux', () => dialog.getByLabel('Name').inputValue());
    await dialog.getByLabel('Name').fill('My laptop');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await keepCodes(page);
    await page.getByRole('rowheader', { name: 'My laptop' }).waitFor();

    await stale(person);
    await page.getByRole('button', { name: 'Create new codes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create new codes' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await keepCodes(page);

    await page.getByRole('button', { name: 'Actions for My laptop' }).click();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('The old laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('rowheader', { name: 'The old laptop' }).waitFor();

    await page.getByRole('button', { name: 'Actions for The old laptop' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByText('No passkeys yet.').waitFor();
    assert.deepEqual(complaints, []);
  });

  test('an action that needs a fresh second step asks for a code, and goes on by itself', async (t) => {
    const { page, person, complaints } = await open(t, '/me/security');
    const secret = await addApp(page);
    await keepCodes(page);
    await forgetUsedCodes(on, person.personId);
    await stale(person);
    await page.getByRole('button', { name: 'Use another app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Code').fill('123 456');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('Is wrong or was already used').waitFor();
    await dialog.getByLabel('Code').fill(codeOf(secret));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('dialog', { name: 'Set up an authenticator app' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  test('a passkey signs in with one press, no e-mail and no password', async (t) => {
    const { page, person, complaints } = await open(t, '/me/security');
    await plugIn(page);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await keepCodes(page);
    await page.context().clearCookies();
    await page.goto(`${base}/me/security`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
    await page.goto(`${base}/me`);
    await page.getByText(`You sign in with ${person.email}`).waitFor();
    assert.deepEqual(complaints, []);
  });

  test('while the second factor is still to come, a page asks for it: without a script by a code, with one by a passkey', async (t) => {
    const { page, person } = await open(t, '/me/security');
    await plugIn(page);
    const secret = await addApp(page);
    await keepCodes(page);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('rowheader').waitFor();
    const unfinish = (): Promise<unknown> =>
      on.app.database.query('UPDATE sessions SET passed_factor_at = NULL WHERE person_id = $1', [
        person.personId,
      ]);
    await unfinish();
    await forgetUsedCodes(on, person.personId);
    await page.goto(`${base}/me/sessions`);
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    const [cookie] = await page.context().cookies();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('heading', { name: 'Sessions', exact: true }).waitFor();
    const [renewed] = await page.context().cookies();
    assert.notEqual(renewed?.value, cookie?.value);

    await unfinish();
    const plain = await open(t, '/me/sessions', {
      as: { ...person, cookie: `${renewed?.name}=${renewed?.value}` },
      javaScriptEnabled: false,
    });
    await plain.page.getByLabel('Code').fill('000000');
    await plain.page.getByRole('button', { name: 'Confirm' }).click();
    await plain.page.getByRole('alert').getByText('Wrong or used code').waitFor();
    await plain.page.getByLabel('Code').fill(codeOf(secret));
    await plain.page.getByRole('button', { name: 'Confirm' }).click();
    await plain.page.getByRole('heading', { name: 'Sessions', exact: true }).waitFor();
    await untilEqual(`${base}/me/sessions`, () => plain.page.url());
  });

  test('the hosts that one works for are listed; one leaves after a question, and the last owner is told why not', async (t) => {
    const own = await makeHost(on, { name: 'Lonely Stage' });
    const last = await signInAs(on, own);
    await on.app.database.query('DELETE FROM members WHERE person_id = $1', [own.personId]);
    const ask = async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('button', { name: 'Leave this host' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
    };
    const stays = await open(t, '/me', { as: last });
    await stays.page.getByRole('row', { name: /Lonely Stage Owner/ }).waitFor();
    await ask(stays.page);
    await stays.page.getByText('A host needs an owner: make somebody else an owner first.').waitFor();

    const goes = await open(t, '/me', {
      as: await signInAs(on, own, { role: 'door' }),
      viewport: { width: 360, height: 800 },
    });
    await goes.page.getByText('Lonely Stage').last().waitFor();
    await untilFits(goes.page);
    await ask(goes.page);
    // Still signed in, to the account that is theirs.
    await goes.page.getByText('Lonely Stage').first().waitFor({ state: 'detached' });
    await goes.page.waitForURL(/\/me$/);
    const { rowCount } = await on.app.database.query('SELECT 1 FROM members WHERE person_id = $1', [
      goes.person.personId,
    ]);
    assert.equal(rowCount, 0);
    assert.deepEqual([...stays.complaints, ...goes.complaints], []);
  });

  test('on a phone, another host is made with the keyboard alone, leads to its first event, and is one press from the first', async (t) => {
    const own = await makeHost(on, { name: 'Harbour Nights' });
    const { page, complaints } = await open(t, `/hosts/${own.hostId}`, {
      as: await signInAs(on, own),
      viewport: { width: 360, height: 800 },
    });
    const switcher = page.getByRole('button', { name: /Switch host/ });
    await switcher.press('Enter');
    await page.getByRole('link', { name: 'New host' }).press('Enter');
    await page.getByRole('heading', { name: 'New host' }).waitFor();
    await untilFits(page);
    const [name, country] = [page.getByLabel('Name of your organisation'), page.getByLabel('Country')];
    await name.press('Enter');
    await page.getByText('Please fix 2 fields').waitFor();
    await typeAt(name, 'Harbour Nights');
    await country.selectOption('GHANA');
    await assertAccessibleInBothThemes(page, 'a new host');
    await name.press('Enter');
    await page.getByText('You already have a host with this name. Choose another.').waitFor();
    await name.fill('Harbour Nights Accra');
    await name.press('Enter');
    await page.waitForURL(/\/new-event$/);
    await page.getByText('Harbour Nights Accra created. Add its first event.').waitFor();
    await untilFits(page);
    await switcher.press('Enter');
    await assertAccessibleInBothThemes(page, 'the hosts to switch to');
    await page.getByRole('link', { name: /^Harbour Nights ?Owner/ }).click();
    await page.waitForURL(new RegExp(`/hosts/${own.hostId}$`));
    assert.deepEqual(complaints, []);
  });

  test('sessions are listed with their devices, and ended one by one or all at once', async (t) => {
    const { page, person, complaints } = await open(t, '/me/sessions');
    const others = [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) Version/18.4 Safari/604.1',
      'x',
      'y',
    ];
    for (const userAgent of others)
      await on.app.database.query(
        `INSERT INTO sessions (id, token_sha256, person_id, expires_at, client_address, user_agent)
         VALUES (new_id(), sha256(convert_to($2, 'utf8')), $1, now() + interval '1 day', '192.0.2.7', $2)`,
        [person.personId, userAgent],
      );
    await reload(page);
    const phone = page.getByRole('row', { name: 'Safari on iPhone' });
    await phone.getByText('192.0.2.7').waitFor();
    await page.getByRole('row', { name: 'This device' }).waitFor();
    await page.getByRole('button', { name: 'Actions for Safari on iPhone' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).locator('visible=true').first().click();
    await phone.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await page.getByText('2 sessions ended.').waitFor();
    await page.getByRole('button', { name: 'Sign out all others' }).waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
  });

  test('in both themes nothing keeps anybody out: page by page, dialog by dialog', async (t) => {
    const { page } = await open(t, '/me');
    const check = (what: string): Promise<void> => assertAccessibleInBothThemes(page, what);
    await check('profile');
    await page.goto(`${base}/me/security`);
    await untilLive(page);
    await check('security without a factor');
    await page.getByRole('button', { name: 'Set up app' }).click();
    await page.getByRole('dialog').waitFor();
    await check('an app');
    await page.getByRole('dialog').press('Escape');
    await addApp(page);
    await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor();
    await check('recovery codes');
    await keepCodes(page);
    await page.getByRole('button', { name: 'Change password' }).click();
    await check('password');
    await page.getByRole('dialog').press('Escape');
    await check('security with a factor');
    await page.goto(`${base}/me/sessions`);
    await check('sessions');
    await on.app.database.query('UPDATE sessions SET passed_factor_at = NULL');
    await page.goto(`${base}/me`);
    await check('the second step');
  });
});
