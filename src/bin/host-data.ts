import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { ConfigError } from '../config/config-error.ts';
import { deleteHost } from '../host-data/delete-host.ts';
import { exportHost } from '../host-data/export-host.ts';
import { findObstacles } from '../host-data/find-obstacles.ts';
import { listHostSizes } from '../host-data/list-host-sizes.ts';
import { readSettings } from '../hosts/read-settings.ts';
import { createLogger } from '../log/logger.ts';
import { openMediaStore, type MediaStore } from '../media/media-store.ts';
import type { Asked } from './host-commands.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { bold, dim, print, printJson, visible } from './terminal.ts';

export async function printSizes({ database, values }: Asked): Promise<void> {
  const sizes = await listHostSizes(database);
  if (values.json) return printJson(sizes);
  if (sizes.length === 0) print('  No hosts yet: see tessera hosts help.');
  for (const { hostId, name, events, orders, tickets, databaseBytes, pictureBytes } of sizes) {
    print(`  ${bold(visible(name))}  ${events} events, ${orders} orders, ${tickets} tickets`);
    print(
      dim(`      ${hostId}  about ${megabytes(databaseBytes)} database, ${megabytes(pictureBytes)} pictures`),
    );
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

export async function exportIntoFolder({ words, config, database }: Asked, hostId: string): Promise<void> {
  const [, wanted, ...more] = words;
  if (!wanted || more.length > 0)
    throw new ConfigError('hosts export takes a host and one new folder: see tessera hosts help.');
  const folder = path.resolve(wanted);
  for (const taken of [folder, `${folder}.part`])
    if (await stat(taken).catch(() => null))
      throw new ConfigError(`${visible(taken)} is already there: name a new folder.`);
  await withMedia(config, async (media) => {
    const { tables, files } = await exportHost(
      { database, media },
      { hostId, folder, signal: stopOnSignal() },
    );
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    print(`  ${rows} rows and ${files} files of pictures are in ${visible(folder)}.`);
    print(
      dim(
        '  It holds personal data of buyers and members: keep it safe, and delete it when it is not needed.',
      ),
    );
  });
}

export async function deleteByHand({ database, config, values }: Asked, hostId: string): Promise<void> {
  const { name } = await readSettings(database, hostId);
  const obstacles = await findObstacles(database, hostId);
  if (obstacles.length > 0)
    throw new ConfigError(`${visible(name)} can't be deleted: ${obstacles.join('; ')}.`);
  if (!values.yes) {
    print(
      `  ${bold(visible(name))} and everything of it will be deleted, for good. Export it first: hosts export.`,
    );
    const typed = await ask(`  Type the host's name to delete it: `);
    if (typed.trim() !== name.trim())
      throw new ConfigError("That is not the host's name: nothing was deleted.");
  }
  await withMedia(config, async (media) => {
    const { rows, files } = await deleteHost({ database, media }, hostId);
    const count = Object.values(rows).reduce((sum, one) => sum + one, 0);
    print(
      `  ${visible(name)} is deleted: ${count} rows of ${Object.keys(rows).length} tables, and ${files} files.`,
    );
    print(dim('  Backups made before still hold it, until they are deleted.'));
  });
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    // The input ends without an answer if nobody can type.
    return await Promise.race([
      terminal.question(question),
      new Promise<string>((resolve) => terminal.once('close', () => resolve(''))),
    ]);
  } finally {
    terminal.close();
  }
}

async function withMedia(config: Asked['config'], work: (media: MediaStore) => Promise<void>): Promise<void> {
  const media = await openMediaStore(config, { logger: createLogger(config.logLevel) });
  try {
    await work(media);
  } finally {
    await media.close();
  }
}
