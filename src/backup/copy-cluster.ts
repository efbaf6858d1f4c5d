import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import pg from 'pg';
import { BackupError } from './backup-error.ts';

const ARCHIVE = 'base.tar';

/**
 * The files of a running server as a tar, made by the server itself (BASE_BACKUP of the replication protocol), with the log of
 * all that was committed while they were read: a server that starts on them finds the state of the moment when the copy ended.
 * The server compares the checksum of every page that it reads, and fails where one is wrong.
 */
export async function* copyCluster(url: string): AsyncGenerator<Buffer> {
  // Missing in the types of pg.
  const settings: pg.ClientConfig & { replication: string } = { connectionString: url, replication: 'true' };
  const client = new pg.Client(settings);
  client.on('error', () => {});
  await client.connect();
  try {
    // Without a slot, a checkpoint during a long copy could remove the log that the copy needs at its end.
    const slot = `tessera_backup_${randomBytes(6).toString('hex')}`;
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL (RESERVE_WAL)`);
    yield* receive(client, `BASE_BACKUP (LABEL 'tessera', CHECKPOINT 'fast', WAL true, WAIT false)`);
  } finally {
    // Not by `end()`, which waits for the server: in the midst of a copy it sends until it is done.
    client.connection.stream.destroy();
  }
}

/** Reads the server's reply to the command: the name of an archive, then its bytes, in messages that begin with a letter. */
function receive(client: pg.Client, command: string): Readable {
  const { connection } = client;
  const archive = new Readable({ read: () => void connection.stream.resume() });
  connection.on('copyData', ({ chunk }: { chunk: Buffer }) => {
    const kind = chunk.toString('latin1', 0, 1);
    if (kind === 'n' && chunk.toString('latin1', 1, chunk.indexOf(0)) !== ARCHIVE)
      archive.destroy(new BackupError('The embedded database has files outside of its folder.'));
    if (kind !== 'd') return;
    // A copy: the driver uses its buffer again.
    if (!archive.push(Buffer.from(chunk.subarray(1)))) connection.stream.pause();
  });
  client.on('end', () => archive.destroy(new BackupError('The database has gone away.')));
  client.query(command).then(
    () => archive.push(null),
    (error: Error) => archive.destroy(error),
  );
  return archive;
}
