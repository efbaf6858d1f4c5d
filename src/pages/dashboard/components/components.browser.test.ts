import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { build } from 'esbuild';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { assertAccessibleInBothThemes, DESK, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { untilEqual, untilMatch } from '../../../../test/harness/until.ts';
import { textsPlugin } from '../../../languages/texts-plugin.ts';
import { buildWeb } from '../../build.ts';
import { boxOf, pressAt, untilFits, untilFocused } from '../../../../test/harness/at-page.ts';

const ADDRESS = 'https://gallery.example/dashboard/hosts/1/gallery?state=waiting';

type Sent = Record<string, unknown>;

suite('the parts of the dashboard, all on one page', () => {
  let browser: Browser;
  let document: string;
  before(async () => {
    browser = await launchBrowser();
    const { assetsFolder, pages } = await buildWeb();
    const style = await readFile(path.join(assetsFolder, pages.dashboard.style), 'utf8');
    const { outputFiles } = await build({
      entryPoints: [path.join(import.meta.dirname, 'gallery.fixture.tsx')],
      bundle: true,
      write: false,
      format: 'esm',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      plugins: [textsPlugin(['en'])],
    });
    document = `<!doctype html><html lang="en"><title>Gallery</title><style>${style}</style>
      <div id="dashboard"></div><script type="module">${outputFiles[0]?.text.replaceAll('</script', '<\\/script')}</script>`;
  });
  after(() => browser.close());

  async function open(viewport = DESK): Promise<Page> {
    const context = await browser.newContext({ viewport, locale: 'en-GB', timezoneId: 'Africa/Lagos' });
    const page = await context.newPage();
    await page.route('https://gallery.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: document }),
    );
    await page.goto(ADDRESS);
    await page.getByRole('heading', { name: 'Gallery' }).waitFor();
    return page;
  }
  const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name });
  const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save' }).click();
  const sent = (page: Page): Promise<Sent[]> => page.evaluate<Sent[]>('globalThis.sent');
  const answerWith = (page: Page, answers: object[]): Promise<unknown> =>
    page.evaluate(`globalThis.answers = ${JSON.stringify(answers)}`);

  async function fillIn(page: Page): Promise<void> {
    await field(page, 'Name').fill(' Ada ');
    await field(page, 'E-mail').fill('ada@example.com');
    await field(page, 'Count').fill('3');
    await page.getByRole('combobox', { name: 'Country' }).selectOption('GHANA');
  }

  test('a chart is drawn over time, says in short what it shows, and names the bar under the pointer', async () => {
    const page = await open();
    const chart = page.getByRole('img', { name: 'Sold by the hour: 26 in all' });
    const canvas = chart.locator('canvas');
    await canvas.waitFor();
    // The last but one of six bars.
    const { x, y, width, height } = await boxOf(canvas);
    await page.mouse.move(x + width * 0.72, y + height / 2);
    const pointed = page.locator('.time-chart-pointed');
    await untilEqual('2026-03-06T22:00:00.000Z Stalls 6 Balcony 4'.split(' '), async () =>
      (await pointed.innerText()).split(/\s+/),
    );
    await page.mouse.move(0, 0);
    await pointed.waitFor({ state: 'detached' });
    await page.close();
  });

  test('can be used by everybody, on a phone and on a desk, in the light and in the dark', async () => {
    for (const viewport of [PHONE, DESK]) {
      const page = await open(viewport);
      await save(page);
      await assertAccessibleInBothThemes(page, `the parts at ${viewport.width}`);
      await untilFits(page);
      await page.context().close();
    }
  });

  test('a form says what is wrong at its field, and leads there', async () => {
    const page = await open();
    await field(page, 'E-mail').fill('ada@');
    await field(page, 'E-mail').press('Tab');
    await page.getByText('Enter an e-mail address, e.g. ada@example.com.').waitFor();
    await field(page, 'Count').fill('12');
    await save(page);
    await untilFocused(field(page, 'Name'));
    await page.getByRole('alert').getByText('Please fix 4 fields: Name, E-mail, Count, Country').waitFor();
    await page.getByText('Enter a whole number from 1 to 10.').waitFor();
    // A corrected field is no longer wrong, at once.
    await field(page, 'Count').fill('3');
    await untilEqual(0, () => page.getByText('Enter a whole number from 1 to 10.').count());
    await untilEqual([], () => sent(page));

    await fillIn(page);
    await save(page);
    await page.getByText('Saved.').waitFor();
    await untilEqual(
      [
        {
          name: 'Ada',
          email: 'ada@example.com',
          count: 3,
          about: null,
          kind: 'paid',
          country: 'GHANA',
          startsAt: null,
          position: null,
          isPublic: false,
          version: 1,
        },
      ],
      () => sent(page),
    );
    await page.context().close();
  });

  test('a refusal of the server’s stands at its field, and what was typed stays', async () => {
    const page = await open();
    await fillIn(page);
    await answerWith(page, [
      { status: 400, code: 'validation_failed', field: 'email', message: 'email is taken already.' },
    ]);
    await save(page);
    await page.getByText('Is taken already.').waitFor();
    await untilFocused(field(page, 'E-mail'));
    await untilEqual(' Ada ', () => field(page, 'Name').inputValue());
    await page.context().close();
  });

  test('if somebody else has saved meanwhile, each field that both changed is there to choose', async () => {
    const page = await open();
    await fillIn(page);
    await answerWith(page, [{ status: 409, code: 'changed_meanwhile', message: 'Changed.' }]);
    await save(page);
    await page
      .getByRole('group', { name: 'E-mail' })
      .getByRole('radio', { name: /^Theirs/ })
      .check();
    await assertAccessibleInBothThemes(page, 'a clash');
    await save(page);
    await page.getByText('Saved.').waitFor();
    const [, last] = await sent(page);
    assert.deepEqual(
      [last?.['name'], last?.['email'], last?.['count'], last?.['version']],
      ['Ada', 'theirs@example.com', 3, 2],
    );
    await page.context().close();
  });

  test('unsaved changes are asked about before they are lost', async () => {
    const page = await open();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await field(page, 'Name').fill('A');
    await page.evaluate('globalThis.startRouter()');
    await page.reload();
    assert.deepEqual(asked, ['beforeunload']);
    await page.context().close();
  });

  test('unsaved changes outlive the tab, for the person who typed them', async () => {
    const page = await open();
    const name = field(page, 'Name');
    const offer = page.getByText(/You have unsaved changes from \d\d:\d\d\./);
    const press = (button: string): Promise<void> => page.getByRole('button', { name: button }).click();
    const back = async (): Promise<void> => {
      await page.reload();
      await offer.waitFor();
    };
    await name.fill('Ada');
    await field(page, 'Count').fill('3');
    await back();
    await assertAccessibleInBothThemes(page, 'changes that were not saved');
    await untilEqual('', () => name.inputValue());
    // Nothing is decided yet: what is typed now is kept beside it.
    await field(page, 'E-mail').fill('ada@example.com');
    await back();

    await page.goto(`${ADDRESS}&person=eve@example.com`);
    await name.waitFor();
    await untilEqual(0, () => offer.count());
    await name.fill('Eve');

    await page.goto(ADDRESS);
    await offer.waitFor();
    await press('Restore them');
    await untilFocused(page.locator('form.form'));
    await untilEqual(0, () => offer.count());
    await untilEqual(['Ada', '3'], async () => [
      await name.inputValue(),
      await field(page, 'Count').inputValue(),
    ]);
    await untilEqual('ada@example.com', () => field(page, 'E-mail').inputValue());

    // Somebody else has saved in between: what both changed is there to choose.
    await page.addInitScript(`globalThis.saved = { name: 'Theirs', version: 2 }`);
    await back();
    await press('Restore them');
    const clash = page.getByRole('group', { name: 'Name' });
    await clash.getByText('Theirs Theirs').waitFor();
    await untilEqual('Ada', () => name.inputValue());
    await page.getByRole('combobox', { name: 'Country' }).selectOption('GHANA');
    await save(page);
    await page.getByText('Saved.').waitFor();
    await untilEqual(2, async () => (await sent(page))[0]?.['version']);
    const kept = (): Promise<number> => page.evaluate<number>('localStorage.length');
    // Eve's alone.
    await untilEqual(1, () => kept());

    await name.fill('Grace');
    await back();
    await press('Discard them');
    await untilEqual([0, 1], async () => [await offer.count(), await kept()]);
    await page.context().close();
  });

  test('a toast stays while somebody is at it, and takes back what was done', async () => {
    const page = await open();
    await fillIn(page);
    await page.clock.install();
    await save(page);
    const toast = page.locator('.toast');
    await toast.hover();
    await page.clock.runFor(60_000);
    await untilEqual(1, () => toast.count());
    await page.getByRole('button', { name: 'Undo' }).click();
    await untilEqual(0, () => toast.count());
    await untilEqual([{ undone: true }], async () => (await sent(page)).slice(1));
    await page.context().close();
  });

  test('the button of a toast stays in one line beside a long text', async () => {
    const page = await open();
    await page.setViewportSize(PHONE);
    await fillIn(page);
    await save(page);
    const toast = page.locator('.toast');
    await toast.hover();
    const lines = await page.evaluate<number>(`(() => {
      document.querySelector('.toast p').textContent = 'Lagoon Lights is public, and people can buy. '.repeat(3);
      const label = document.createRange();
      label.selectNodeContents(document.querySelector('.toast .undo'));
      return label.getClientRects().length;
    })()`);
    assert.equal(lines, 1);
    await page.context().close();
  });

  test('a toast that nobody is at goes after a while, and what it stood for is done for good', async () => {
    const page = await open();
    await fillIn(page);
    // It stands still, so that none of its time passes but what is let pass.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await save(page);
    await page.locator('.toast').waitFor();
    await page.mouse.move(0, 0);
    await page.clock.runFor(5_900);
    await untilEqual(1, () => page.locator('.toast').count());
    await page.clock.runFor(60_000);
    await untilEqual(0, () => page.locator('.toast').count());
    await untilEqual({ isSettled: true, isLeaving: false }, async () => (await sent(page)).at(-1));
    await page.context().close();
  });

  test('a moment is told on the host’s clock, whatever the reader’s is', async () => {
    const page = await open();
    const first = page.locator('time').first();
    await untilEqual('6 Mar 2027, 19:00 GMT+1', () => first.innerText());
    await untilMatch(/Saturday,? 6 March 2027.* 19:00 GMT\+1/, () => first.getAttribute('title'));
    await page.context().close();
  });

  test('a date and time says what it means, and asks where the clock shows it twice', async () => {
    const page = await open();
    await fillIn(page);
    const starts = page.getByLabel('Starts');
    await starts.fill('2097-07-06T18:00');
    await page.getByText('Saturday, 6 July 2097 at 18:00 CEST.').waitFor();
    await page.getByText(/Clocks there change on \d+ March 2097, from CET to CEST\./).waitFor();
    await starts.fill('0202-07-06T18:00');
    await field(page, 'Name').focus();
    const wrongYear = page.getByText('Check the year 0202: it must be from 2000 to 2199.');
    await wrongYear.waitFor();
    await starts.fill('2027-03-28T02:30');
    await wrongYear.waitFor({ state: 'detached' });
    await page.getByText('so 02:30 does not exist. We use 03:30.').waitFor();
    await starts.fill('2027-10-31T02:30');
    const which = page.getByRole('group', { name: /02:30 happens twice/ });
    await untilEqual(true, () => which.getByRole('radio', { name: 'The first time (CEST)' }).isChecked());
    await which.getByRole('radio', { name: 'The second time (CET)' }).check();
    await save(page);
    await page.getByText('Saved.').waitFor();
    await untilEqual('2027-10-31T02:30+01:00', async () => (await sent(page))[0]?.['startsAt']);
    await untilEqual('2027-10-31T02:30', () => starts.inputValue());
    await page.context().close();
  });

  test('a place on the map is read from what is pasted, or is where somebody is', async () => {
    const page = await open();
    await fillIn(page);
    const position = field(page, 'Position');
    const paste = (text: string): Promise<void> =>
      position.evaluate((input, pasted) => {
        Object.assign(input, { value: pasted });
        input.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true }));
      }, text);
    await paste('https://maps.app.goo.gl/AbC');
    await page.getByText('Open it, then copy the full address.').waitFor();
    await assertAccessibleInBothThemes(page, 'a place that is not known');
    await save(page);
    await untilFocused(position);
    await untilEqual([], () => sent(page));

    await paste('https://www.google.com/maps/place/Eko/@6.5,3.5,17z/data=!3d6.4281!4d3.4219');
    const map = page.getByRole('link', { name: 'Check it on a map' });
    await page.locator('.position-meaning').getByText('6.428100, 3.421900').waitFor();
    await untilMatch(/openstreetmap\.org\/\?mlat=6\.4281&mlon=3\.4219/, () => map.getAttribute('href'));
    // The mistake is gone, and the position takes the place of the link.
    await pressAt(position, 'Tab');
    await untilEqual('6.428100, 3.421900', () => position.inputValue());
    await save(page);
    await page.getByText('Saved.').waitFor();
    await untilEqual({ lat: 6.4281, lng: 3.4219 }, async () => (await sent(page))[0]?.['position']);

    await page.getByRole('button', { name: 'Clear: Position' }).click();
    await untilFocused(position);
    await untilEqual(['', 0], async () => [await position.inputValue(), await map.count()]);
    const here = page.getByRole('button', { name: 'Use my location' });
    await here.click();
    await page.getByText(/blocked your location/).waitFor();
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude: 9.05785, longitude: 7.49508, accuracy: 1_500 });
    await here.click();
    await page.getByText('9.057850, 7.495080 · May be off by 2 km.').waitFor();
    await page.context().setGeolocation({ latitude: 9.05785, longitude: 7.49508, accuracy: 5 });
    await here.click();
    await page.getByText('9.057850, 7.495080 · Check it on a map').waitFor();
    await page.context().close();
  });

  test('if the clipboard is refused, the text to copy is selected', async () => {
    const page = await open();
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
    await page.getByRole('button', { name: 'Copy: Key' }).click();
    await page.getByText('Copy the selected text with your keyboard.').waitFor();
    await untilEqual('pk_123', () => page.evaluate('String(getSelection())'));
    await page.context().close();
  });
});
