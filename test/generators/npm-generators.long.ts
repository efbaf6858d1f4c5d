import { build } from 'esbuild';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { openShop, type Shop, type Told } from './shop.fixture.ts';

const HERE = import.meta.dirname;
const ROOT = path.join(HERE, '../..');
const INSTALL_TIMEOUT_MS = 300_000;
const run = promisify(execFile);

let folder: string;
let shop: Shop;
let missing: string | null = null;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tessera-generators-'));
  await cp(HERE, folder, { recursive: true });
  await cp(path.join(ROOT, 'docs/openapi.json'), path.join(folder, 'openapi.json'));
  shop = await openShop();
  try {
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      timeout: INSTALL_TIMEOUT_MS,
    });
  } catch (error) {
    missing = `the generators can't be installed: ${String(error).slice(0, 300)}`;
    process.stdout.write(`SKIPPED: ${missing}\n`);
  }
});

after(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a program of the packages that were installed; one that fails says why. */
async function generate(command: string, ...args: string[]): Promise<string> {
  const bin = path.join(folder, 'node_modules/.bin', command);
  const { stdout, stderr } = await run(process.execPath, [bin, ...args], {
    cwd: folder,
    env: { ...process.env, ...shop.environment, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' },
  });
  return stdout + stderr;
}

/** Compiles the program that buys by the client's types, and runs it. */
async function purchase(maker: string): Promise<void> {
  const at = path.join(folder, 'purchases', maker);
  await writeFile(path.join(at, 'tsconfig.json'), JSON.stringify(STRICT));
  await run(process.execPath, [path.join(ROOT, 'node_modules/.bin/tsc'), '-p', at]).catch(
    (error: Error & { stdout?: string }) => assert.fail(error.stdout ?? error.message),
  );
  const outfile = path.join(at, 'purchase.mjs');
  await build({
    entryPoints: [path.join(at, 'purchase.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'silent',
  });
  const { stdout } = await run(process.execPath, [outfile], {
    env: { ...process.env, ...shop.environment },
  });
  await shop.check(JSON.parse(stdout) as Told);
}

const STRICT = {
  compilerOptions: {
    strict: true,
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [path.join(ROOT, 'node_modules/@types')],
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
  },
  files: ['purchase.ts'],
};

/** Without packages from the registry there is nothing to try, and that is said. */
function needsPackages(tryIt: () => Promise<void>) {
  return async (t: TestContext): Promise<void> => {
    if (missing) t.skip(missing);
    else await tryIt();
  };
}

test(
  'the API document is linted without a warning',
  needsPackages(async () => {
    const told = await generate('redocly', 'lint', 'openapi.json', '--config', 'redocly.yaml');
    assert.match(told, /Your API description is valid/);
    assert.doesNotMatch(told, /warning/i);
  }),
);

test(
  'a client of openapi-typescript and openapi-fetch buys, releases and is refused',
  needsPackages(async () => {
    await generate('openapi-typescript', 'openapi.json', '-o', 'purchases/openapi-fetch/client.d.ts');
    await purchase('openapi-fetch');
  }),
);

test(
  'a client of @hey-api/openapi-ts buys, releases and is refused',
  needsPackages(async () => {
    await generate('openapi-ts', '-i', 'openapi.json', '-o', 'purchases/hey-api/client');
    await purchase('hey-api');
  }),
);

test(
  'a client of orval buys, releases and is refused',
  needsPackages(async () => {
    await generate('orval', '--config', 'orval.config.mjs');
    await purchase('orval');
  }),
);
