import assert from 'node:assert/strict';
import { readFile, realpath } from 'node:fs/promises';
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

test('the runtime is a package of the lock file, so npm ci has compared its hash', async () => {
  const root = path.join(import.meta.dirname, '..');
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const inRoot = path.relative(root, await realpath(process.execPath)).split(path.sep);
  const { version, integrity } = packages[inRoot.slice(0, 2).join('/')] ?? {};
  assert.equal(`v${version}`, process.version, inRoot.join('/'));
  assert.ok(integrity);
});
