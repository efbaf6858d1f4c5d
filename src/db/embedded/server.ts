import path from 'node:path';
import type { ServerBinaries } from './server-binaries.ts';
import type { ServerUser } from './unprivileged-user.ts';

/** The facts about the server before it runs. */
export type Server = {
  binaries: ServerBinaries;
  user: ServerUser | null;
  clusterFolder: string;
  logFile: string;
  password: string;
  port: number;
  maxConnections: number;
};

// The server and initdb need no more of ours. The rest may be a secret key, or say something else to PostgreSQL (PGDATA, PGPORT).
const PASSED_ON = new Set(['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'LD_LIBRARY_PATH']);

/** The environment that the server is started with. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => PASSED_ON.has(name.toUpperCase())),
  );
}

/** The folder of the server's files in a data folder. */
export const clusterFolderOf = (dataDir: string): string => path.join(dataDir, 'postgres');

export function urlOf(server: Server, database: string): string {
  return `postgres://tessera:${server.password}@127.0.0.1:${server.port}/${database}`;
}

/**
 * As root on Linux, the server's user may be unable to enter the folders above the cluster. It need not: it is put into
 * the cluster folder before it becomes that user, and `/proc/self/cwd` leads there from then on.
 */
export function dataArgument(user: ServerUser | null, folder: string): string {
  return user && process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/** The server's own error message. */
export function lastLine(text: string): string {
  const lines = text.trim().split('\n');
  return (lines.findLast((line) => /FATAL|error:/i.test(line)) ?? lines.at(-1) ?? '').trim();
}
