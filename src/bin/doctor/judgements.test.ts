import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SeenRequest } from '../../proxy-check/register-proxy-check.ts';
import { judgeCertificate } from './certificate.ts';
import type { Seen } from './finding.ts';
import { judgeProxy } from './judge-proxy.ts';
import { judgeBackup } from './look-at-backup.ts';
import { judgeClocks } from './look-at-clock.ts';
import { judge } from './look-at-database.ts';
import { judgeRoom } from './look-at-disk.ts';
import { judgeWork } from './look-at-workers.ts';

const GIB = 1024 ** 3;
const lights = (seen: Seen[]): string => seen.map(({ light }) => light).join(' ');

test('a certificate is yellow three weeks before its end and red in its last, or sooner if it is a short one', () => {
  const nowMs = Date.UTC(2026, 10, 18);
  const lightAt = (leftDays: number, lifetimeDays: number): string | undefined => {
    const at = (days: number): string => new Date(nowMs + days * 86_400_000).toUTCString();
    const dates = { valid_from: at(leftDays - lifetimeDays), valid_to: at(leftDays) };
    return judgeCertificate('tickets.example', dates, nowMs)?.light;
  };
  assert.deepEqual(
    [30, 22, 20, 8, 6, 0.5, -1].map((left) => lightAt(left, 90)),
    ['green', 'green', 'yellow', 'yellow', 'red', 'red', 'red'],
  );
  assert.deepEqual(
    [4, 1.2, 0.3].map((left) => lightAt(left, 6)),
    ['green', 'yellow', 'red'],
  );
});

test('a disk is judged by its share, unless much is left, and by what is left in any case', () => {
  const lightOf = (freeGib: number, totalGib: number): string =>
    judgeRoom('DATA_DIR', { freeBytes: freeGib * GIB, totalBytes: totalGib * GIB }).light;
  assert.equal(lightOf(10, 20), 'green');
  assert.equal(lightOf(30, 2_000), 'green');
  assert.equal(lightOf(1.5, 20), 'yellow');
  assert.equal(lightOf(0.9, 2), 'yellow');
  assert.equal(lightOf(0.5, 20), 'red');
  assert.equal(lightOf(0.1, 0.2), 'red');
});

test('a backup of yesterday is green; an older one, or none, is yellow in production', () => {
  const lightOf = (hours: number, isMade: boolean, isProduction = true): string =>
    judgeBackup({ seconds: hours * 3_600, isMade }, isProduction).light;
  assert.deepEqual([lightOf(20, true), lightOf(40, true), lightOf(0, false)], ['green', 'yellow', 'yellow']);
  assert.deepEqual([lightOf(20, true, false), lightOf(0, false, false)], ['green', 'off']);
});

test('clocks that differ by seconds are yellow, by half a minute red, in either direction', () => {
  assert.deepEqual(
    [0, 1_900, -2_500, 15_000, -30_000].map((ms) => judgeClocks(ms).light),
    ['green', 'green', 'yellow', 'yellow', 'red'],
  );
});

test('a due job that nobody takes means no worker, and with jobs under way a worker that is behind', () => {
  const late = { jobs: 30, kind: 'give-back-lapsed', lateSeconds: 400 };
  assert.equal(judgeWork({ jobs: 0, leased: 0, kind: null, lateSeconds: null }).light, 'red');
  assert.equal(judgeWork({ jobs: 30, leased: 0, kind: null, lateSeconds: null }).light, 'green');
  assert.equal(judgeWork({ ...late, leased: 0, lateSeconds: 5 }).light, 'green');
  assert.equal(judgeWork({ ...late, leased: 3 }).light, 'yellow');
  assert.match(judgeWork({ ...late, leased: 0 }).says, /^No worker is running: give-back-lapsed .* 400 s/);
});

test('a server that could lose a sale is red, and one that slows down is yellow', () => {
  const sound = {
    version: '18.4',
    versionNumber: 180_004,
    isStandby: false,
    fsync: 'on',
    fullPageWrites: 'on',
    synchronousCommit: 'on',
    autovacuum: 'on',
    maxConnections: 97,
    connections: 20,
    transactionAge: 1_000,
    oldestSeconds: null,
    bytes: 1,
  };
  assert.deepEqual(judge(sound), []);
  assert.equal(lights(judge({ ...sound, versionNumber: 140_010 })), 'red');
  assert.equal(lights(judge({ ...sound, isStandby: true })), 'red');
  assert.equal(lights(judge({ ...sound, fsync: 'off', synchronousCommit: 'off' })), 'red red');
  assert.equal(lights(judge({ ...sound, transactionAge: 1_500_000_000 })), 'red');
  assert.equal(lights(judge({ ...sound, connections: 90, autovacuum: 'off' })), 'yellow yellow');
  assert.equal(lights(judge({ ...sound, oldestSeconds: 7_300 })), 'yellow');
});

test('a proxy is judged by what arrives behind it', () => {
  const asked = { host: 'tickets.example', hasProxy: true };
  const seen: SeenRequest = {
    version: '1',
    peer: '10.0.0.5',
    isPeerTrusted: true,
    trustsStrangers: false,
    forwardedFor: '203.0.113.7, 198.51.100.2',
    clientAddress: '198.51.100.2',
    host: 'tickets.example',
  };
  const says = (change: Partial<SeenRequest>): string =>
    judgeProxy({ ...seen, ...change }, asked)
      .map(({ light, says: words }) => `${light}: ${words}`)
      .join(' ');
  assert.match(says({}), /^green: .*visitors’ own addresses/);
  // One that writes the header anew, as Caddy does.
  assert.match(says({ forwardedFor: '198.51.100.2' }), /^green/);
  assert.match(says({ host: '127.0.0.1:3000' }), /^red: .* another Host/);
  assert.match(says({ forwardedFor: null, clientAddress: '10.0.0.5' }), /^red: .*no X-Forwarded-For/);
  assert.match(
    says({ isPeerTrusted: false, clientAddress: '10.0.0.5' }),
    /^red: .*10\.0\.0\.5 is not in TRUST_PROXY/,
  );
  assert.match(
    says({ forwardedFor: '203.0.113.7', clientAddress: '203.0.113.7' }),
    /^red: .*that a visitor wrote/,
  );
  assert.match(says({ trustsStrangers: true }), /^red: TRUST_PROXY trusts/);
  assert.equal(
    judgeProxy(
      { ...seen, isPeerTrusted: false, forwardedFor: '203.0.113.7' },
      { ...asked, hasProxy: false },
    )[0]?.light,
    'green',
  );
});
