import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const NOT_COMPRESSED = /\.(br|gz|map)$/;

// A megabyte of WebAssembly takes seconds at the highest quality, and is a twentieth larger at this one.
const LARGE_BYTES = 500_000;
const QUICK_QUALITY = 9;
// The highest one takes two and a half times as long, for files that are 2 % smaller; and each language has files of its own.
const QUALITY = 10;

/** `quickly` are files that are many and that few people load, such as the dashboard's in every language: the first start waits for all. */
export async function compressAssets(folder: string, { quickly }: { quickly: Set<string> }): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !NOT_COMPRESSED.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const content = await readFile(file);
      const isQuick = quickly.has(name) || content.length > LARGE_BYTES;
      const quality = isQuick ? QUICK_QUALITY : QUALITY;
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}
