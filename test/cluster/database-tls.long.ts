import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { findServerUser } from '../../src/db/embedded/unprivileged-user.ts';
import { debianBinaries, startDebianPostgres } from '../harness/debian-postgres.ts';
import { launch, makeDataDir, untilHealthy } from '../harness/program.ts';
import { until } from '../harness/until.ts';
import { refusalOf, runCommand } from '../program/run-command.ts';

const run = promisify(execFile);
const hasOpenssl = await run('openssl', ['version']).then(
  () => true,
  () => false,
);
const skip =
  (await debianBinaries()) && hasOpenssl ? false : "Debian's postgresql and openssl are not both installed";

const KEYS = { ENVIRONMENT: 'development', SECRET_KEY: '07'.repeat(32), DEMO: 'off' };

suite('TLS to a PostgreSQL whose certificate is by a CA of its own', { skip }, () => {
  let folder: string;
  let server: Awaited<ReturnType<typeof startDebianPostgres>>;
  let ca: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tessera-tls-'));
    server = await startDebianPostgres(folder);
    ca = await makeCertificates(folder);
    await serveTlsAlone(server.url, folder);
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** The same server, by another name or with other words about TLS. */
  const urlWith = (hostname: string, query: Record<string, string>): string => {
    const url = new URL(server.url);
    url.hostname = hostname;
    url.search = new URLSearchParams(query).toString();
    return url.href;
  };
  const migrate = (url: string) => runCommand({ ...KEYS, DATABASE_URL: url }, ['migrate']);

  test('with sslmode=verify-full and sslrootcert every connection of the program is encrypted', async (t) => {
    const { dataDir, remove } = await makeDataDir();
    t.after(remove);
    const url = urlWith('localhost', { sslmode: 'verify-full', sslrootcert: ca });
    const program = await launch({ ...KEYS, DATABASE_URL: url, DATA_DIR: dataDir });
    t.after(() => program.child.kill('SIGKILL'));
    await untilHealthy(program);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ ssl: boolean; count: number }>(
      `SELECT ssl, count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name LIKE 'tessera %' GROUP BY ssl`,
    );
    await client.end();
    assert.deepEqual(
      rows.map(({ ssl }) => ssl),
      [true],
    );
    program.child.kill('SIGTERM');
    assert.equal(await program.exited, 0, program.output());
  });

  test('another name than the certificate has, an unknown CA, a missing file and no TLS are refused, each in a line', async () => {
    const sslmode = 'verify-full';
    const refused = async (url: string): Promise<string> => refusalOf(await migrate(url));
    assert.match(await refused(urlWith('127.0.0.1', { sslmode, sslrootcert: ca })), /altnames/);
    assert.match(await refused(urlWith('localhost', { sslmode })), /certificate/);
    assert.match(await refused(urlWith('localhost', { sslmode, sslrootcert: `${ca}.none` })), /ENOENT/);
    assert.match(await refused(urlWith('localhost', {})), /no encryption/);
  });
});

/** A CA, and a certificate by it for localhost; answers the CA's file. */
async function makeCertificates(folder: string): Promise<string> {
  const openssl = (words: string) => run('openssl', words.split(' '), { cwd: folder });
  await writeFile(path.join(folder, 'names'), 'subjectAltName=DNS:localhost');
  await openssl('req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=own-ca -keyout ca.key -out ca.pem');
  await openssl('req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout server.key -out server.csr');
  await openssl(
    'x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem',
  );
  await chmod(path.join(folder, 'server.key'), 0o600);
  const user = await findServerUser();
  if (user) await chown(path.join(folder, 'server.key'), user.uid, user.gid);
  return path.join(folder, 'ca.pem');
}

async function serveTlsAlone(url: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`ALTER SYSTEM SET ssl_cert_file = '${folder}/server.pem'`);
  await client.query(`ALTER SYSTEM SET ssl_key_file = '${folder}/server.key'`);
  await client.query('ALTER SYSTEM SET ssl = on');
  await writeFile(path.join(folder, 'cluster/pg_hba.conf'), 'hostssl all all all trust\n');
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  await until('the server to take no connection without TLS', async () => {
    const plain = new pg.Client({ connectionString: url });
    const refused = await plain.connect().then(
      () => false,
      () => true,
    );
    await plain.end().catch(() => {});
    return refused;
  });
}
