import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { POWERS, ROLES, type VisitorRole } from '../../src/powers.ts';
import { runCommand, saidBy } from '../program/run-command.ts';

const read = (): Promise<string> =>
  readFile(path.join(import.meta.dirname, '../../docs/dashboard.md'), 'utf8');

test('docs/dashboard.md has the table of powers as the server has it', async () => {
  const rows = (await read()).split('\n').filter((line) => /^\| `\w+\.\w+` \|/.test(line));
  const expected = Object.entries(POWERS).map(([power, roles]) => {
    const cells = ROLES.map((role) => ((roles as readonly VisitorRole[]).includes(role) ? 'yes' : '–'));
    return `| \`${power}\` | ${cells.join(' | ')} |`;
  });
  assert.deepEqual(rows, expected);
});

test('every command of hosts, members, support and categories is in docs/dashboard.md, and no other', async () => {
  const text = await read();
  for (const name of ['hosts', 'members', 'support', 'categories']) {
    const help = saidBy(await runCommand({}, [name, 'help']));
    const known = [...help.matchAll(/^ {2}([a-z-]+)/gm)].map(([, command]) => command);
    const told = [...text.matchAll(new RegExp(`\`${name} ([a-z-]+)\``, 'g'))].map(([, command]) => command);
    assert.deepEqual(new Set(told), new Set(known), name);
  }
});
