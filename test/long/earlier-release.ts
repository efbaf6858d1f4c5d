import { execFile } from 'node:child_process';
import { access, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.join(import.meta.dirname, '../..');
const NODE_MODULES = path.join(ROOT, 'node_modules');
const run = promisify(execFile);
const git = async (...words: string[]): Promise<string> =>
  (await run('git', ['-C', ROOT, ...words], { maxBuffer: 64 * 1024 * 1024 })).stdout.trim();

/**
 * The release that runs in front of buyers while this one is rolled out: until there is one, the commit that brought the baseline of the
 * migrations. Null: the history here does not reach that far. When a release is made, name its tag here: from then on the next one is
 * held against it, and what only the one before needed may go (functions/README.md).
 */
export async function findEarlierRelease(): Promise<string | null> {
  // In a shallow clone every file was added by the oldest commit there is.
  const isShallow = await git('rev-parse', '--is-shallow-repository').catch(() => 'true');
  if (isShallow !== 'false') return null;
  const adding = await git('log', '--diff-filter=A', '--format=%H', '--', 'migrations/0001_baseline.sql');
  return adding.split('\n').at(-1) || null;
}

/** Why the program of a commit can't be run here; null where it can. */
export async function whyNotRunnable(commit: string | null): Promise<string | null> {
  const manifest = commit && (await git('show', `${commit}:package.json`).catch(() => null));
  if (!manifest) return 'the history here does not hold the earlier program (no git, or a shallow clone)';
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  for (const name of Object.keys(dependencies)) {
    const isThere = await access(path.join(NODE_MODULES, name)).then(
      () => true,
      () => false,
    );
    if (!isThere) return `the earlier program needs the package ${name}, which is not installed any more`;
  }
  return null;
}

export type EarlierRelease = {
  folder: string;
  /** A module of the earlier release, by its path there. */
  load<Module>(file: string): Promise<Module>;
  remove(): Promise<void>;
};

/** The files of a commit in a folder of their own, with the packages of this checkout. */
export async function checkOut(commit: string): Promise<EarlierRelease> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-earlier-'));
  const archive = path.join(folder, 'release.tar');
  await git('archive', '--format=tar', `--output=${archive}`, commit);
  await run('tar', ['-xf', archive, '-C', folder]);
  await rm(archive);
  await symlink(NODE_MODULES, path.join(folder, 'node_modules'));
  return {
    folder,
    load: async <Module>(file: string) => (await import(path.join(folder, file))) as Module,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
