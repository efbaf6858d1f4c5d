import { execFile } from 'node:child_process';
import { access, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * The release that runs in front of buyers while this one is rolled out. When a release is made, put its commit here: from then
 * on the next one is held against it, and what only the one before needed may go (functions/README.md).
 */
const EARLIER_RELEASE = 'a7ab87b7b0dadf618b755425deb65c94a6ac4b4e';

const ROOT = path.join(import.meta.dirname, '../..');
const NODE_MODULES = path.join(ROOT, 'node_modules');
const run = promisify(execFile);
const git = async (...words: string[]): Promise<string> =>
  (await run('git', ['-C', ROOT, ...words], { maxBuffer: 64 * 1024 * 1024 })).stdout;

/** Why the earlier release can't be run here; null where it can. */
export async function whyNoEarlierRelease(): Promise<string | null> {
  const manifest = await git('show', `${EARLIER_RELEASE}:package.json`).catch(() => null);
  if (manifest === null)
    return `the history here does not hold the earlier release ${EARLIER_RELEASE} (no git, or a shallow clone)`;
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  for (const name of Object.keys(dependencies)) {
    const isThere = await access(path.join(NODE_MODULES, name)).then(
      () => true,
      () => false,
    );
    if (!isThere) return `the earlier release needs the package ${name}, which is not installed any more`;
  }
  return null;
}

export type EarlierRelease = {
  folder: string;
  /** A module of the earlier release, by its path there. */
  load<Module>(file: string): Promise<Module>;
  remove(): Promise<void>;
};

/** The earlier release's files in a folder of their own, with the packages of this one. */
export async function checkOutEarlierRelease(): Promise<EarlierRelease> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-earlier-'));
  const archive = path.join(folder, 'release.tar');
  await git('archive', '--format=tar', `--output=${archive}`, EARLIER_RELEASE);
  await run('tar', ['-xf', archive, '-C', folder]);
  await rm(archive);
  await symlink(NODE_MODULES, path.join(folder, 'node_modules'));
  return {
    folder,
    load: async <Module>(file: string) => (await import(path.join(folder, file))) as Module,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
