import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../config/config-error.ts';
import { readConfig } from '../config/read-config.ts';
import { openBucket } from '../media/bucket.ts';
import { isImageName } from '../media/store-image.ts';
import { print, progressBar } from './terminal.ts';

const HELP = `tessera media <command>

  copy                    copy the pictures of DATA_DIR/media into the bucket of MEDIA_URL; you can run it again

Run it before the first start with MEDIA_URL, and once more after it for newer uploads. The folder stays unchanged.`;

// The store answers each within some hundredths of a second.
const AT_ONCE = 8;

/** Pictures, and where they are kept. */
export async function media([command = 'help', ...words]: string[]): Promise<void> {
  if (command === 'help' || command === '--help') return print(HELP);
  if (command !== 'copy' || words.length > 0)
    throw new ConfigError(
      `There is no command media ${JSON.stringify([command, ...words].join(' '))}.\n\n${HELP}`,
    );
  await copy();
}

async function copy(): Promise<void> {
  const { mediaBucket, dataDir } = readConfig(process.env);
  if (!mediaBucket) throw new ConfigError('MEDIA_URL is required: set it to the bucket for the pictures.');
  const folder = path.join(dataDir, 'media');
  const names = (await readdir(folder).catch(() => [])).filter(isImageName).toSorted();
  if (names.length === 0) throw new ConfigError(`There are no pictures in ${folder}.`);
  const bucket = openBucket(mediaBucket);
  try {
    await bucket.check().catch((error: Error) => {
      throw new ConfigError(`MEDIA_URL: ${error.message}.`, { cause: error });
    });
    const tell = progressBar('pictures', names.length);
    let done = 0;
    const left = names.values();
    const worker = async (): Promise<void> => {
      for (const name of left) {
        await bucket.put(name, await readFile(path.join(folder, name)));
        tell(++done);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    print(`  ${done.toLocaleString('en')} files are in the bucket ${mediaBucket.bucket}.`);
  } finally {
    await bucket.close();
  }
}
