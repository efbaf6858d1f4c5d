import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until, untilEqual } from '../../../../test/harness/until.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { inviteMember } from '../../../hosts/invitations/invite-member.ts';
import { hashToken, makeToken } from '../../../people/sessions/session-token.ts';
import { pressAt, untilFits } from '../../../../test/harness/at-page.ts';
import { codeOf } from '../../../../test/harness/factors.ts';

suite('the page of the team', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let browser: Browser;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on, { name: 'Lagos Nights' });
    owner = await signInAs(on, host, { hasFactor: true });
  });
  after(async () => {
    await browser.close();
    await on.close();
  });
  const path = (of = host): string => `/hosts/${of.hostId}/team`;
  const choose = async (page: Page, whom: string, item: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${whom}` }).click();
    await page.getByRole('button', { name: item, exact: true }).click();
  };
  const nameOf = async ({ personId }: SignedIn): Promise<string> => {
    const { rows } = await on.app.database.query<{ name: string }>('SELECT name FROM people WHERE id = $1', [
      personId,
    ]);
    return rows[0]?.name ?? '';
  };

  /** The address of a link that invites to the host, without its mail. */
  const invite = (
    email: string,
    { of = host, eventIds = null }: { of?: TestHost; eventIds?: string[] | null } = {},
  ): Promise<string> =>
    on.app.database.transaction(async (tx) => {
      const token = makeToken();
      const input = { hostId: of.hostId, actor: OPERATOR, email, role: 'door', eventIds } as const;
      const { invitationId } = await inviteMember(tx, input);
      await tx.query(`DELETE FROM jobs WHERE payload ->> 'invitationId' = $1`, [invitationId]);
      await tx.query('UPDATE invitations SET token_sha256 = $2 WHERE id = $1', [
        invitationId,
        hashToken(token),
      ]);
      return `${on.publicUrl}/dashboard/invitation/${token}`;
    });

  test('an owner without a second factor sets it up in another tab, and the filled-in invitation is sent', async () => {
    const own = await makeHost(on);
    const plain = await signInAs(on, own);
    const { page, close } = await openDashboard(browser, on, plain, { path: path(own) });
    await page.getByRole('button', { name: 'Invite member' }).click();
    await page.getByLabel('E-mail address').fill('bayo@mail.example');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    const question = page.getByRole('dialog', { name: 'Set up a second factor first' });
    const opening = page.context().waitForEvent('page');
    await pressAt(question.getByRole('link', { name: 'Set it up in a new tab' }), 'Enter');
    const other = await opening;
    await other.getByRole('button', { name: 'Set up app' }).click();
    const secret = (await other.locator('dialog code').textContent())?.replaceAll(' ', '') ?? '';
    await other.getByLabel('Code', { exact: true }).fill(codeOf(secret));
    await other.getByRole('button', { name: 'Confirm' }).click();
    await other.getByRole('button', { name: 'I saved them' }).click();
    await question.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('row', { name: /bayo@mail\.example/ }).waitFor();
    await close();
  });

  test('the page of the link is accessible in each of its states, and leads on by keyboard', async () => {
    const link = await invite('new@mail.example');
    const elsewhere = await signInAs(on, await makeHost(on));
    const { page, close } = await openDashboard(browser, on, elsewhere, { path: '', viewport: PHONE });
    await page.goto(link);
    await page.getByText(`you are signed in as ${elsewhere.email}`).waitFor();
    await assertAccessible(page, 'signed in as somebody else');
    await page.getByRole('button', { name: 'Sign out and continue' }).press('Enter');
    await page.getByLabel('Your name').pressSequentially('Ada');
    await page.getByLabel('New password').pressSequentially('short');
    await assertAccessible(page, 'joining');
    await page.getByLabel('New password').pressSequentially(' violet hammer ferry');
    await page.getByLabel('New password').press('Enter');
    await page.waitForURL(`**/hosts/${host.hostId}`);
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link has expired or been used' }).waitFor();
    await assertAccessible(page, 'a dead link');
    await page.goto(await invite('new@mail.example', { of: await makeHost(on) }));
    await page.getByText('You are signed in as new@mail.example.').waitFor();
    await assertAccessible(page, 'accepting');
    await page.goto(await invite(elsewhere.email));
    await page.getByRole('button', { name: 'Sign out and continue' }).press('Enter');
    await page.getByText('has an account here').waitFor();
    await assertAccessible(page, 'somebody with an account');
    await close();
  });

  test('somebody is invited by keyboard, finds the mail, joins without a script, and sees what the role allows', async () => {
    const { eventId } = await makeEvent(on, host, { name: 'Summer ball' });
    await makeEvent(on, host, { name: 'Winter gala' });
    const email = 'door@mail.example';
    const { page, close } = await openDashboard(browser, on, owner, { path: path() });
    await page.getByRole('button', { name: 'Invite member' }).press('Enter');
    await page.getByLabel('E-mail address').pressSequentially('door@');
    await page.getByLabel('E-mail address').press('Enter');
    await page.getByText('Enter an e-mail address, e.g. ada@example.com.').waitFor();
    await page.getByLabel('E-mail address').pressSequentially('mail.example');
    await page.getByRole('radio', { name: /^Door/ }).press('Space');
    await page.getByRole('radio', { name: 'Selected events' }).press('Space');
    await page.getByLabel('Find an event').pressSequentially('summer');
    await page.getByRole('checkbox', { name: /Winter gala/ }).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: /Summer ball/ }).press('Space');
    await assertAccessible(page, 'the dialog that invites');
    await page.getByRole('button', { name: 'Send invitation' }).press('Enter');
    await page.getByText(`Invitation sent to ${email}.`).waitFor();
    const row = page.getByRole('row', { name: email });
    await row.getByText('Summer ball').waitFor();
    await close();

    const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
    const theirs = await context.newPage();
    await until('the mail', async () => {
      await theirs.goto(`${on.publicUrl}/mailbox`);
      return (await theirs.getByRole('link', { name: /Lagos Nights/ }).count()) > 0;
    });
    await theirs
      .getByRole('link', { name: /Lagos Nights/ })
      .first()
      .click();
    const link = await theirs
      .frameLocator('iframe')
      .getByRole('link', { name: /invitation/i })
      .getAttribute('href');
    assert(link);
    // As this test reaches the product.
    await theirs.goto(link.replace(/^https?:\/\/[^/]+/, on.publicUrl));
    await theirs.getByRole('heading', { name: 'Join Lagos Nights' }).waitFor();
    await theirs.getByText('You are invited as door staff.').waitFor();
    await theirs.getByLabel('Your name').fill('Dayo Door');
    await theirs.getByLabel('New password').fill('violet hammer ferry quartz');
    await theirs.getByRole('button', { name: 'Join' }).click();
    await theirs.waitForURL(`**/hosts/${host.hostId}`);
    await untilEqual(0, () => theirs.getByRole('link', { name: 'Keys' }).count());
    await untilEqual(0, () => theirs.getByRole('link', { name: 'Team' }).count());
    await theirs.goto(`${on.publicUrl}/dashboard${path()}`);
    await theirs.getByRole('heading', { name: 'Your role does not include this' }).waitFor();
    await context.close();
    const { rows } = await on.app.database.query<{ events: string[] }>(
      `SELECT ARRAY(SELECT event_id::text FROM member_events WHERE member_id = m.id) AS events
         FROM members AS m JOIN people AS p ON p.id = m.person_id WHERE p.email = $1`,
      [email],
    );
    assert.deepEqual(rows, [{ events: [eventId] }]);
  });

  test('a role is changed and taken back; a removal asks first, with the way out in focus', async () => {
    const member = await signInAs(on, host, { role: 'manager' });
    const name = await nameOf(member);
    const { page, close } = await openDashboard(browser, on, owner, { path: path() });
    const row = page.getByRole('row', { name: new RegExp(`${name} `) });
    await choose(page, name, 'Change role or events');
    await page.getByRole('radio', { name: /^Finance/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Finance').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.getByText('Manager').waitFor();
    await choose(page, name, 'Remove from team');
    await untilEqual('Cancel', () => page.evaluate('document.activeElement.textContent'));
    await assertAccessible(page, 'the question before a removal');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from team' }).click();
    await row.waitFor({ state: 'detached' });
    await close();
  });

  test('two choose other events for a member: each choice is told by the names of its events', async () => {
    const first = await makeEvent(on, host, { name: 'First night' });
    await makeEvent(on, host, { name: 'My night' });
    const theirs = await makeEvent(on, host, { name: 'Their night' });
    const member = await signInAs(on, host, { role: 'door', eventIds: [first.eventId] });
    const { page, close } = await openDashboard(browser, on, owner, { path: path() });
    await choose(page, await nameOf(member), 'Change role or events');
    const { body } = await askDashboard(on, path(), { as: owner });
    const { memberId } = body.data.members.find((one: { email: string }) => one.email === member.email);
    await askDashboard(on, `${path()}/members/${memberId}`, {
      as: owner,
      method: 'PATCH',
      body: { role: 'finance', eventIds: [theirs.eventId], version: 1 },
    });
    await page.getByRole('radio', { name: /^Manager/ }).check();
    await page.getByRole('checkbox', { name: /First night/ }).uncheck();
    await page.getByRole('checkbox', { name: /My night/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    const clashes = page.locator('.clashes');
    await clashes.waitFor();
    await untilEqual(['Yours Manager', 'Theirs Finance', 'Yours My night', 'Theirs Their night'], () =>
      clashes.locator('.choice').allInnerTexts(),
    );
    await close();
  });

  test('a member who changes their own role is told what it means; the last owner can’t', async () => {
    const own = await makeHost(on);
    const last = await signInAs(on, own, { hasFactor: true });
    await on.app.database.query('DELETE FROM members WHERE person_id = $1', [own.personId]);
    const { page, close } = await openDashboard(browser, on, last, { path: path(own) });
    const name = await nameOf(last);
    await choose(page, name, 'Change role or events');
    await page.getByText('This is your own role.').waitFor();
    await page.getByRole('radio', { name: /^Manager/ }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('A host needs an owner').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await choose(page, name, 'Leave this host');
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByText('A host needs an owner').waitFor();
    await close();
  });

  test('a manager sees the team and the powers, and no button but the way out', async () => {
    const manager = await signInAs(on, host, { role: 'manager' });
    const { page, close } = await openDashboard(browser, on, manager, { path: path(), viewport: PHONE });
    await page.getByRole('heading', { name: 'Permissions by role' }).waitFor();
    await untilEqual(0, () => page.getByRole('button', { name: 'Invite member' }).count());
    await untilEqual(1, () => page.getByRole('button', { name: /^Actions for/ }).count());
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('button', { name: 'Leave this host' }).waitFor();
    await untilEqual(0, () => page.getByRole('button', { name: 'Remove from team' }).count());
    await close();
  });

  for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
    test(`is accessible, and fits, at ${viewport.width} pixels`, async () => {
      const { page, close } = await openDashboard(browser, on, owner, { path: path(), viewport });
      await assertAccessible(page, 'the team');
      await untilFits(page);
      await close();
    });
  }

  test('names of hosts, people and events are text, on this page, in the log and on the page of the link', async () => {
    const strange = await makeHost(on, { name: HOSTILE_TEXTS[1] });
    const boss = await signInAs(on, strange, { hasFactor: true });
    const events: string[] = [];
    for (const name of HOSTILE_TEXTS) events.push((await makeEvent(on, strange, { name })).eventId);
    for (const name of HOSTILE_TEXTS) {
      const { personId } = await signInAs(on, strange, { role: 'door', eventIds: events });
      await on.app.database.query('UPDATE people SET name = $2 WHERE id = $1', [personId, name]);
    }
    const link = await invite(`'-ran=1-'@mail.example`, { of: strange, eventIds: events });
    const { page, close } = await openDashboard(browser, on, boss, { path: path(strange) });
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    page.on('dialog', (dialog) => {
      // The browser's own question, for a form that was begun.
      if (dialog.type() !== 'beforeunload') asked.push(`dialog ${dialog.message()}`);
      void dialog.accept();
    });
    await page.getByText('22 events').first().click();
    await page.getByRole('button', { name: 'Invite member' }).click();
    await page.getByRole('radio', { name: 'Selected events' }).check();
    await page.getByRole('checkbox').first().waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(`${on.publicUrl}/dashboard/hosts/${strange.hostId}/audit?kind=team`);
    await page.locator('[data-live=true]').waitFor();
    await page.getByText('<img src=x onerror="ran=1">').first().waitFor();
    await untilEqual('undefined', () => page.evaluate('typeof window.ran'));
    await page.goto(link);
    await page.getByRole('heading', { name: 'Join <img src=x onerror="ran=1">' }).waitFor();
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(on.publicUrl)),
      [],
    );
    await untilEqual('undefined', () => page.evaluate('typeof window.ran'));
    await close();
  });
});
