import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

type Locked = { version?: string; integrity?: string; resolved?: string; link?: boolean };

for (const file of ['package-lock.json', 'test/generators/package-lock.json']) {
  test(`${file} has a strong hash of every package, and no address to load one from`, async () => {
    const at = path.join(import.meta.dirname, '..', file);
    const { packages } = JSON.parse(await readFile(at, 'utf8')) as { packages: Record<string, Locked> };
    // Not this one itself, nor those in packages/.
    const locked = Object.entries(packages).filter(
      ([name, { link }]) => name.startsWith('node_modules/') && !link,
    );
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
}
