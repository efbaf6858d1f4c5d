import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { noSpareMachine, openSpareMachine } from '../harness/spare-machine.ts';
import { until } from '../harness/until.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const PROGRAMS = ['caddy', 'pebble', 'prometheus', 'openssl', 'curl', 'ip'];

function findMissing(): string | null {
  const away = PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0);
  return away.length > 0 ? `Debian's packages are not installed: ${away.join(', ')}` : noSpareMachine();
}

// The downloads.
const NOT_HERE = /^(apt-get|git clone|cd \/opt\/tessera && npm ci) .*$/gm;

async function readSteps(): Promise<string[]> {
  const page = await readFile(path.join(ROOT, 'docs/operating/first-shop.md'), 'utf8');
  const steps = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) =>
    block.replaceAll(NOT_HERE, 'true'),
  );
  assert.equal(steps.length, 10);
  return steps;
}

const PEBBLE = `{"pebble": {"listenAddress": "127.0.0.1:14000", "managementListenAddress": "127.0.0.1:15000",
  "certificate": "/srv/pebble.pem", "privateKey": "/srv/pebble.key", "httpPort": 80, "tlsPort": 443}}`;

// With signs that mean something in a URL, in YAML and in a shell.
const PASSWORD = `p@ss/word's: #1`;
const MAIL_SERVER = `new (require('smtp-server').SMTPServer)({
  allowInsecureAuth: true, disabledCommands: ['STARTTLS'],
  onAuth(given, session, done) { done(btoa(given.password) === '${btoa(PASSWORD)}' ? null : new Error('unknown'), { user: 1 }); },
  onData(stream, session, done) { stream.pipe(require('node:fs').createWriteStream('/srv/mail')).on('finish', done); },
}).listen(2525, '127.0.0.1')`;

// A server that has just been started is asked until it answers.
const CURL = 'curl -gfsS --retry 120 --retry-delay 1 --retry-all-errors';

/** The names of the page, an authority for certificates and a mail server, as the internet would have them. */
const INTERNET = `
  mount --bind ${ROOT} /opt/tessera
  install -m 0755 test/docs/systemctl.sh /usr/local/sbin/systemctl
  echo '127.0.0.1 localhost tickets.example dash.tickets.example' >/etc/hosts
  echo 0 >/proc/sys/net/ipv4/ip_unprivileged_port_start
  rm -rf dist
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout /srv/pebble.key -out /srv/pebble.pem \\
    -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost 2>/dev/null
  echo '${PEBBLE}' >/srv/pebble.json
  PEBBLE_VA_NOSLEEP=1 setsid pebble -config /srv/pebble.json </dev/null >/srv/pebble.log 2>&1 &
  setsid node_modules/.bin/node -e "${MAIL_SERVER.replaceAll('\n', ' ')}" </dev/null >/srv/smtp.log 2>&1 &`;

test(
  'the ten steps from a bare machine lead to a shop with TLS, mail, a backup and alerts',
  { skip: findMissing() ?? false },
  async (t) => {
    const machine = await openSpareMachine(t, { ownNetwork: true });
    await machine.run('mkdir -p /opt/tessera');
    await machine.run(INTERNET, ROOT);
    const [names = '', ...steps] = await readSteps();
    const own = `${names} MAIL_SERVER=127.0.0.1:2525 MAIL_PASSWORD='${PASSWORD.replace("'", String.raw`'\''`)}'\n`;
    const run = (commands: string): Promise<string> => machine.run(own + commands, '/opt/tessera');

    // The mail server here has no certificate.
    for (const step of steps.slice(0, 5)) await run(step.replace('smtps://', 'smtp://'));
    const [tls = '', backups = '', alerts = '', shop = ''] = steps.slice(5);
    // Caddy would ask Let's Encrypt.
    const authority = String.raw`{\n acme_ca https://localhost:14000/dir\n acme_ca_root /srv/pebble.pem\n}\n`;
    await run(tls.replace('systemctl', `sed -i '1i ${authority}' /etc/caddy/Caddyfile\nsystemctl`));
    await run(`
      ${CURL} --cacert /srv/pebble.pem https://localhost:15000/roots/0 -o /srv/roots.pem
      ${CURL} --cacert /srv/roots.pem https://tickets.example/api/v1/health`);
    await run(backups);
    assert.match(await run('ls /var/backups/tessera'), /^tessera-\S+\.tar\.gz$/m);
    await run(alerts.replace(' prometheus-alertmanager.service', ''));
    // As YAML reads it.
    const written = /^ +auth_password: (.*)$/m.exec(await run('cat /etc/prometheus/alertmanager.yml'))?.[1];
    assert.equal(JSON.parse(written ?? ''), PASSWORD);
    const [create = '', doctor = ''] = shop.trim().split('\n');
    const created = await run(create);
    const key = /pk_\w+/.exec(created)?.[0] ?? created;
    assert.match(created, /https:\/\/dash\.tickets\.example\/dashboard\S+/);
    const answered = await run(
      `${CURL} --cacert /srv/roots.pem -H 'Authorization: Bearer ${key}' https://tickets.example/api/v1/events`,
    );
    assert.deepEqual((JSON.parse(answered) as { data: { items: unknown } }).data.items, []);
    await run('echo NODE_EXTRA_CA_CERTS=/srv/roots.pem >>/etc/tessera/tessera.env');
    // Yellow: there is no gateway yet.
    const said = await run(`${doctor} || test $? = 1`);
    assert.match(said, /green +mail/);
    assert.match(said, /green +addresses/);
    assert.match(await run('cat /srv/mail'), /^To: you@tickets\.example/m);
    await until('Prometheus to have asked every process', async () => {
      const asked = await run(`${CURL} 'http://127.0.0.1:9090/api/v1/query?query=up{job="tessera"}'`);
      const { data } = JSON.parse(asked) as { data: { result: { value: [number, string] }[] } };
      return data.result.length > 0 && data.result.every(({ value: [, up] }) => up === '1');
    });
  },
);
