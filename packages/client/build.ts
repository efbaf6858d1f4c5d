import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

// Writes dist/, which is what the package consists of: `npm pack` and `npm publish` call it.

const HERE = import.meta.dirname;
const TSC = path.join(HERE, '../../node_modules/typescript/bin/tsc');

const DIST = path.join(HERE, 'dist');

await copyFile(path.join(HERE, '../../LICENSE'), path.join(HERE, 'LICENSE'));
await rm(DIST, { recursive: true, force: true });
await Promise.all([
  build({
    absWorkingDir: HERE,
    entryPoints: ['src/client.ts', 'src/webhooks.ts'],
    outdir: 'dist',
    bundle: true,
    format: 'esm',
    target: 'es2022',
    // Pages may load it as it is, without a bundler of their own.
    minify: true,
    sourcemap: true,
    logLevel: 'error',
  }),
  promisify(execFile)(process.execPath, [
    TSC,
    '-p',
    HERE,
    '--noEmit',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
  ]),
]);
// The sources import `./errors.ts`; the installed files import `./errors.js`.
for (const name of (await readdir(DIST)).filter((file) => file.endsWith('.d.ts'))) {
  const file = path.join(DIST, name);
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
}
