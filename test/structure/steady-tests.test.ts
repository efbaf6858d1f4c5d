import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RuleTester } from 'oxlint/plugins-dev';
import steadyTests from './steady-tests.ts';

// The linter's rules for steady tests: what they let pass, and what they refuse.

RuleTester.describe = (text, run) => void describe(text, run);
RuleTester.it = (text, run) => void it(text, run);
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'ts' } } });

const held = new Set<string>();
type Name = keyof typeof steadyTests.rules;
function hold(name: Name, { passes, refused }: { passes: string[]; refused: string[] }): void {
  held.add(name);
  tester.run(name, steadyTests.rules[name], {
    valid: passes,
    invalid: refused.map((code) => ({ code, errors: 1 })),
  });
}

hold('awaited-look', {
  passes: [
    `await untilEqual('Saved', () => page.locator('p').innerText());`,
    `const address = await link.getAttribute('href'); assert.ok(address); await page.goto(address);`,
    `const address = await link.getAttribute('href'); assert.equal((await fetch(address)).status, 200);`,
    `const read = () => page.locator('p').count(); await untilEqual(2, read);`,
    `assert.equal(numbers.count, 2); assert.equal(await countRows(), 2);`,
  ],
  refused: [
    `assert.equal(await page.locator('p').innerText(), 'Saved');`,
    `assert.ok((await page.locator('p').count()) > 2);`,
    `const text = await page.locator('p').textContent(); assert.match(text, /Saved/);`,
    `const read = () => page.locator('p').count(); assert.equal(await read(), 2);`,
    `async function read() { return (await page.locator('p').innerText()).trim(); } assert.equal(await read(), 'a');`,
    `const names = async () => Promise.all((await all()).map((one) => one.inputValue())); assert.deepEqual(await names(), []);`,
    `assert.deepEqual([await page.locator('a').count()], [1]);`,
    `assert.equal(await page.evaluate('scrollY'), 0);`,
  ],
});

hold('key-at-focus', {
  passes: [`await field.press('Enter');`, `await pressAt(field, 'Enter');`, `await typeAt(field, 'Ada');`],
  refused: [`await page.keyboard.press('Enter');`, `await visited.page.keyboard.type('Ada');`],
});

hold('whole-drag', {
  passes: [`await drag(page, from, to);`, `await page.mouse.click(1, 2);`, `await page.mouse.move(0, 0);`],
  refused: [`await page.mouse.down();`, `await visited.page.mouse.up();`],
});

hold('no-time-limit', {
  passes: [
    `await untilDone('the app to close', app.close());`,
    `const startedMs = performance.now(); t.diagnostic(String(performance.now() - startedMs));`,
    `assert.equal(await readAt(Date.now()), 2);`,
  ],
  refused: [
    `assert.ok(performance.now() - startedMs < 5_000);`,
    `assert.ok(row.due.getTime() <= Date.now() + LIMIT_MS, 'late');`,
    `assert.equal(Math.abs(at - Date.now()) < 1_000, true);`,
  ],
});

hold('far-from-now', {
  passes: [`const at = new Date(Date.now() - 60_000);`, `const at = new Date(Date.now() + A_DAY_MS);`],
  refused: [`const at = new Date(Date.now() - 1_000);`, `const at = new Date(Date.now() + 5_000);`],
});

hold('one-way-to-see-locks', {
  passes: [`await untilWaiting(tx);`, 'await tx.query(`SELECT pid FROM pg_stat_activity`);'],
  refused: ["await tx.query(`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`);"],
});

it('every rule has a control', () => assert.deepEqual([...held], Object.keys(steadyTests.rules)));
