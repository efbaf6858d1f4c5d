import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const NOT_COMPRESSED = /\.(br|gz|map)$/;

// A megabyte of WebAssembly takes seconds at the highest quality, and is a twentieth larger at this one.
const LARGE_BYTES = 500_000;
const LARGE_QUALITY = 9;

export async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !NOT_COMPRESSED.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const content = await readFile(file);
      const quality = content.length > LARGE_BYTES ? LARGE_QUALITY : constants.BROTLI_MAX_QUALITY;
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}
