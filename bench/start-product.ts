import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launch, untilHealthy, type Program } from '../test/harness/program.ts';

// The limits are on, and far.
const FAR = '1000000000';
const UNLIMITED = {
  RATE_LIMIT_PER_KEY: FAR,
  RATE_LIMIT_PER_ADDRESS: FAR,
  HOLD_LIMIT_PER_ADDRESS: FAR,
};

/** For a load whose every request says another address, as behind a proxy. */
export const BEHIND_PROXY = { TRUST_PROXY: 'loopback' };

export type Product = {
  program: Program;
  /** To be filled at will: gone when the product is closed. */
  folder: string;
  dataDir: string;
  databaseUrl: string;
  secretKey: string;
  /** Of the demo's first host. */
  publicKey: string;
  /** One more process on the same database. It goes before the first does. */
  join(): Promise<Program>;
  close(): Promise<void>;
};

/** The whole product with its demo, in a process and on a database of its own, ready to be loaded. */
export async function startProduct(
  settings: Record<string, string> = {},
  words?: string[],
): Promise<Product> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-bench-'));
  const dataDir = path.join(folder, 'data');
  const program = await launch({ ...UNLIMITED, ...settings, DATA_DIR: dataDir }, words);
  const others: Program[] = [];
  const stop = async (programs: Program[]): Promise<void> => {
    for (const { child } of programs) child.kill('SIGINT');
    await Promise.all(programs.map(({ exited }) => exited));
  };
  const close = async (): Promise<void> => {
    await stop(others);
    await stop([program]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilHealthy(program);
    const databaseUrl = await readFile(path.join(dataDir, 'postgres.url'), 'utf8');
    const secretKey = (await readFile(path.join(dataDir, 'secret.key'), 'utf8')).trim();
    const publicKey = (await program.demo()).hosts[0]?.publicKey ?? '';
    const join = async (): Promise<Program> => {
      const other = await launch({
        ...UNLIMITED,
        ...settings,
        ENVIRONMENT: 'development',
        DATABASE_URL: databaseUrl,
        SECRET_KEY: secretKey,
        DATA_DIR: path.join(folder, `process-${others.length + 2}`),
      });
      others.push(other);
      await untilHealthy(other);
      return other;
    };
    return { program, folder, dataDir, databaseUrl, secretKey, publicKey, join, close };
  } catch (error) {
    await close();
    throw error;
  }
}
