import type { BuildOptions, ImportKind, Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { textsPlugin } from '../../languages/texts-plugin.ts';
import { LANGUAGES } from '../../values/language.ts';
import { ROOT } from './roots.ts';

// Of the dashboard's chunks: a file that as many of them need is worth its bytes to the others.
const NEEDED_BY_MANY = 9;
const FIRST_VIEW = 'src/pages/dashboard/home/home-view.tsx';

/**
 * The dashboard has a chunk for every view, and for what a view loads later. For each set of chunks that share a file esbuild would make
 * another: dozens of small ones, and a slow line waits for each. Told that all of them need what the start of the page needs, what the
 * first view shares with others, and what many share, it makes one of all that.
 */
export async function oneSharedChunk(
  esbuild: typeof import('esbuild'),
  options: BuildOptions,
  entry: string,
): Promise<Plugin> {
  const { metafile } = await esbuild.build({
    ...options,
    plugins: [textsPlugin(LANGUAGES)],
    entryPoints: [entry],
    write: false,
    metafile: true,
  });
  const importsOf = (file: string, wanted: ImportKind): string[] =>
    (metafile.inputs[file]?.imports ?? [])
      .filter(({ kind, external }) => kind === wanted && !external)
      .map((imported) => imported.path);
  const needsOf = (start: string): Set<string> => {
    const needs = new Set([start]);
    // A set that grows while it is gone through.
    for (const file of needs) for (const imported of importsOf(file, 'import-statement')) needs.add(imported);
    return needs;
  };
  const later = new Set(Object.keys(metafile.inputs).flatMap((file) => importsOf(file, 'dynamic-import')));
  const neededBy = new Map<string, number>();
  for (const start of later)
    for (const file of needsOf(start)) neededBy.set(file, (neededBy.get(file) ?? 0) + 1);
  const ofFirst = needsOf(FIRST_VIEW);
  const isShared = (file: string, times: number): boolean =>
    times >= NEEDED_BY_MANY || (times > 1 && ofFirst.has(file));
  const shared = [
    ...needsOf(entry).difference(new Set([entry])),
    ...[...neededBy].flatMap(([file, times]) => (isShared(file, times) ? [file] : [])),
    // Packages come with the files that use them.
  ].filter((file) => file.startsWith('src/') && !later.has(file));
  const needs = [...new Set(shared)].sort().map((file) => `import ${JSON.stringify(path.join(ROOT, file))};`);
  const starts = new Set([entry, ...later].map((file) => path.join(ROOT, file)));
  return {
    name: 'one-shared-chunk',
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) =>
        starts.has(file)
          ? { contents: [...needs, await readFile(file, 'utf8')].join('\n'), loader: 'tsx' }
          : undefined,
      );
    },
  };
}
