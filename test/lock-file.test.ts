import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

type Locked = { version?: string; integrity?: string; resolved?: string; link?: boolean };

test('package-lock.json has a strong hash of every package, and no address to load one from', async () => {
  const file = path.join(import.meta.dirname, '../package-lock.json');
  const { packages } = JSON.parse(await readFile(file, 'utf8')) as { packages: Record<string, Locked> };
  const locked = Object.entries(packages).filter(([name, { link }]) => name !== '' && !link);
  assert.ok(locked.length > 100, 'the packages are there');
  const without = locked.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  assert.deepEqual(
    without.map(([name]) => name),
    [],
    'see CONTRIBUTING.md on how to write the lock file',
  );
  assert.deepEqual(
    locked.filter(([, { resolved }]) => resolved !== undefined).map(([name]) => name),
    [],
  );
});
