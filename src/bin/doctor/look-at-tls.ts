import { TLSSocket } from 'node:tls';
import { judgeCertificate } from './certificate.ts';
import { green, off, yellow, type Patient, type Seen } from './finding.ts';
import { withoutDatabase } from './look-at-database.ts';

/** Whether what goes to the database and back can be read on the way. */
export async function lookAtTls({ open, config }: Patient): Promise<Seen[]> {
  if (config.databaseUrl === null) return [off('The embedded database listens on this machine alone.')];
  if (!open) return withoutDatabase();
  const client = open.database.dedicatedClient();
  client.on('error', () => {});
  await client.connect();
  try {
    const { stream } = client.connection as unknown as { stream: unknown };
    if (stream instanceof TLSSocket) {
      const wrong = stream.authorized
        ? []
        : [
            yellow(
              'The connection is encrypted, but the server’s certificate is not checked.',
              'Use sslmode=verify-full with sslrootcert in DATABASE_URL.',
            ),
          ];
      const judged = judgeCertificate('database', stream.getPeerCertificate());
      return [...wrong, ...(judged ? [judged] : [])];
    }
    const { hostname } = new URL(config.databaseUrl);
    if (hostname === '' || /^(localhost|127\..*|\[::1\]|%2F.*)$/i.test(hostname))
      return [green('The database is on this machine: no TLS is needed.')];
    return [
      yellow(
        'Passwords and buyers’ names travel to the database in the open.',
        'Add ?sslmode=verify-full to DATABASE_URL, unless the network is yours alone.',
      ),
    ];
  } finally {
    await client.end().catch(() => {});
  }
}
