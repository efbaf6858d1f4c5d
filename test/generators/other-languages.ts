import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { openShop, type Shop, type Told } from './shop.fixture.ts';

// `npm run generators`: makes clients with the generators of other languages and buys with them. It needs those languages and
// their registries, and minutes: it is not part of the tests. It skips what it can't have, and says so.

const HERE = import.meta.dirname;
const VERSIONS = { pythonClient: '0.29.1', openapiGenerator: '7.25.0', oapiCodegen: 'v2.8.2' };
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

let folder: string;
let shop: Shop;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tessera-generators-'));
  await cp(path.join(HERE, 'purchases'), folder, { recursive: true });
  await cp(path.join(HERE, '../../docs/openapi.json'), path.join(folder, 'openapi.json'));
  shop = await openShop();
});

after(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

type Where = { cwd: string; path?: string };

/** Resolves to what the program says on its standard output, and tells how much it warns of. */
async function run({ cwd, path: first }: Where, command: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(command, args, {
    cwd,
    maxBuffer: MAX_OUTPUT_BYTES,
    env: {
      ...process.env,
      ...shop.environment,
      PATH: [first, process.env['PATH']].filter(Boolean).join(path.delimiter),
    },
  });
  const warnings = `${stdout}\n${stderr}`.split('\n').filter((line) => /\bwarn/i.test(line));
  if (warnings.length > 0) tell(`${command} ${args[0]}: ${warnings.length} warnings, such as ${warnings[0]}`);
  return stdout;
}

const tell = (line: string): void => void process.stdout.write(`${line.slice(0, 300)}\n`);

/** `fetched` gets what only a registry has: if that fails, the generator is skipped. The steps after it must work. */
async function purchase(
  t: TestContext,
  maker: string,
  { fetched, buy }: { fetched: (at: Where) => Promise<unknown>; buy: (at: Where) => Promise<string> },
): Promise<void> {
  const at = { cwd: path.join(folder, maker), path: path.join(folder, 'python/bin') };
  try {
    await fetched(at);
  } catch (error) {
    const reason = String(error).slice(0, 300);
    tell(`SKIPPED: ${maker}, because of ${reason}`);
    return t.skip(reason);
  }
  const told = (await buy(at)).trim().split('\n').at(-1) ?? '';
  await shop.check(JSON.parse(told) as Told);
}

async function installPython(at: Where, ...packages: string[]): Promise<void> {
  await run(at, 'python3', '-m', 'venv', path.join(folder, 'python'));
  await run(at, path.join(folder, 'python/bin/pip'), 'install', '-q', ...packages);
}

/** Whichever repository Maven is set to has it. */
async function fetchJar(at: Where): Promise<void> {
  const artifact = `org.openapitools:openapi-generator-cli:${VERSIONS.openapiGenerator}`;
  const options = [`-DoutputDirectory=${folder}`, '-Dmdep.stripVersion=true'];
  await run({ ...at, cwd: folder }, 'mvn', '-q', 'dependency:copy', `-Dartifact=${artifact}`, ...options);
}

const generate = (at: Where, language: string): Promise<string> =>
  run(
    at,
    'java',
    '-jar',
    '../openapi-generator-cli.jar',
    'generate',
    '-i',
    '../openapi.json',
    '-g',
    language,
    '-o',
    'client',
  );

test(`openapi-python-client ${VERSIONS.pythonClient}`, (t) =>
  purchase(t, 'openapi-python-client', {
    fetched: (at) => installPython(at, `openapi-python-client==${VERSIONS.pythonClient}`),
    async buy(at) {
      const output = ['--meta', 'none', '--output-path', 'client'];
      await run(at, 'openapi-python-client', 'generate', '--path', '../openapi.json', ...output);
      return run(at, 'python3', 'purchase.py');
    },
  }));

test(`openapi-generator ${VERSIONS.openapiGenerator}, python`, (t) =>
  purchase(t, 'openapi-generator-python', {
    async fetched(at) {
      await fetchJar(at);
      await installPython(at, 'urllib3', 'python-dateutil', 'pydantic', 'typing-extensions');
    },
    async buy(at) {
      await generate(at, 'python');
      return run(at, 'python3', 'purchase.py');
    },
  }));

test(`openapi-generator ${VERSIONS.openapiGenerator}, java`, (t) =>
  purchase(t, 'openapi-generator-java', {
    async fetched(at) {
      await fetchJar(at);
      await generate(at, 'java');
      await cp(path.join(at.cwd, 'Purchase.java'), path.join(at.cwd, 'client/src/main/java/Purchase.java'));
      await run({ ...at, cwd: path.join(at.cwd, 'client') }, 'mvn', '-q', 'dependency:copy-dependencies');
    },
    async buy(at) {
      const client = { ...at, cwd: path.join(at.cwd, 'client') };
      await run(client, 'mvn', '-q', 'compile');
      return run(client, 'java', '-cp', 'target/classes:target/dependency/*', 'Purchase');
    },
  }));

test(`openapi-generator ${VERSIONS.openapiGenerator}, rust`, (t) =>
  purchase(t, 'openapi-generator-rust', {
    async fetched(at) {
      await fetchJar(at);
      await generate(at, 'rust');
      await run(at, 'cargo', 'fetch', '--quiet');
    },
    buy: (at) => run(at, 'cargo', 'run', '--quiet', '--offline'),
  }));

test(`oapi-codegen ${VERSIONS.oapiCodegen}, go`, (t) =>
  purchase(t, 'oapi-codegen', {
    async fetched(at) {
      const maker = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${VERSIONS.oapiCodegen}`;
      await mkdir(path.join(at.cwd, 'client'));
      await run(at, 'go', 'run', maker, '-config', 'config.yaml', '../openapi.json');
      await run(at, 'go', 'mod', 'tidy');
    },
    buy: (at) => run(at, 'go', 'run', '.'),
  }));
