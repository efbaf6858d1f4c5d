import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { createSecureContext } from 'node:tls';
import sharp from 'sharp';
import { ADA, openWorld } from '../../tickets/ticket-world.fixture.ts';
import { loadPasses } from '../load-pass.ts';
import { passNumber } from '../pass-number.ts';
import { createWallets, NO_WALLETS, walletsOf } from '../wallets.ts';
import { makeAppleFile, PASS_TYPE, TEAM } from './make-credentials.fixture.ts';
import { readAppleCredentials } from './read-apple-credentials.ts';
import { readPass, unzip } from './read-pass.fixture.ts';
import { joinApplePasses } from './write-apple-pass.ts';

const file = makeAppleFile();
const apple = readAppleCredentials(file.whole);
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

async function tempFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-passes-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

async function openPasses(
  t: TestContext,
  { mediaDir = '/nowhere', publicUrl = 'https://tickets.test' } = {},
) {
  const world = await openWorld(t);
  const wallets = createWallets(
    { ...NO_WALLETS, apple },
    { secretKeys: world.secretKeys, publicUrl, media: { folder: mediaDir, bring: async () => {} } },
  );
  const writeFirst = async (orderId: string, event: { eventId: string }) => {
    const found = await world.load(orderId);
    const [ticket] = found.tickets;
    assert(ticket);
    const numbers = [passNumber(ticket)];
    const [pass] = await loadPasses(world.database, world.secretKeys, { orderId, numbers });
    assert(pass);
    return { ticket, event, bytes: await wallets.writeApple(pass) };
  };
  return { ...world, wallets, writeFirst };
}

test('a pass has the ticket’s code, its event and its holder, in the language of the order', async (t) => {
  const { makeEvent, order, writeFirst, database } = await openPasses(t);
  const event = await makeEvent({ name: 'Lagos Live' });
  await database.query(`UPDATE events SET embed_color = 'ffd400', lat = 6.45, lng = 3.39 WHERE id = $1`, [
    event.eventId,
  ]);
  const { bytes, ticket } = await writeFirst(await order({ event, language: 'de' }), event);
  const { text, fields } = readPass(bytes);
  assert.partialDeepStrictEqual(text, {
    passTypeIdentifier: PASS_TYPE,
    teamIdentifier: TEAM,
    serialNumber: passNumber(ticket),
    organizationName: 'Ẹ̀kọ́ Live',
    webServiceURL: 'https://tickets.test/wallet/apple',
    backgroundColor: 'rgb(255, 212, 0)',
    foregroundColor: 'rgb(0, 0, 0)',
    locations: [{ latitude: 6.45, longitude: 3.39 }],
    sharingProhibited: true,
    voided: false,
    barcodes: [
      {
        format: 'PKBarcodeFormatQR',
        message: ticket.code,
        messageEncoding: 'iso-8859-1',
        altText: ticket.shortCode,
      },
    ],
  });
  assert.equal(fields.get('event')?.value, 'Lagos Live');
  assert.deepEqual(fields.get('holder'), {
    key: 'holder',
    label: 'Inhaber',
    value: 'Ada Obi',
    changeMessage: 'Inhaber: %@',
  });
});

test(
  'openssl verifies the signature of a pass, and of no other manifest',
  { skip: !hasOpenssl && 'there is no openssl here' },
  async (t) => {
    const { makeEvent, order, writeFirst } = await openPasses(t);
    const event = await makeEvent();
    const { manifest, signature } = readPass((await writeFirst(await order({ event }), event)).bytes);
    const folder = await tempFolder(t);
    const at = (name: string): string => path.join(folder, name);
    await writeFile(at('manifest.json'), manifest);
    await writeFile(at('other.json'), Buffer.concat([manifest, Buffer.from(' ')]));
    await writeFile(at('signature'), signature);
    await writeFile(at('authority.pem'), file.authority);
    const verify = (content: string) =>
      spawnSync('openssl', [
        ...'cms -verify -binary -inform DER -purpose any'.split(' '),
        '-in',
        at('signature'),
        '-content',
        at(content),
        '-CAfile',
        at('authority.pem'),
        '-out',
        at('out'),
      ]);
    assert.equal(verify('manifest.json').status, 0, String(verify('manifest.json').stderr));
    assert.notEqual(verify('other.json').status, 0);
    const printed = execFileSync(
      'openssl',
      ['cms', '-cmsout', '-print', '-inform', 'DER', '-in', at('signature')],
      { encoding: 'utf8' },
    );
    for (const wanted of [
      'signingTime',
      'messageDigest',
      'contentType',
      'UID=pass.test.tessera',
      'CN=Test authority for passes',
    ])
      assert.ok(printed.replaceAll(' = ', '=').includes(wanted), `${wanted} in ${printed}`);
  },
);

test('the poster is on the pass, as small as Wallet shows it', async (t) => {
  const mediaDir = await tempFolder(t);
  const { makeEvent, order, writeFirst, database } = await openPasses(t, { mediaDir });
  const event = await makeEvent();
  const name = `${'a'.repeat(40)}-640x960-640.jpg`;
  await writeFile(
    path.join(mediaDir, name),
    await sharp({ create: { width: 640, height: 960, channels: 3, background: '#c8623f' } })
      .jpeg()
      .toBuffer(),
  );
  await database.query(`UPDATE events SET poster_file = $2, poster_aspect_ratio = 0.4 WHERE id = $1`, [
    event.eventId,
    name,
  ]);
  const { files } = readPass((await writeFirst(await order({ event }), event)).bytes);
  const sizeOf = (picture: Buffer = Buffer.alloc(24)) => [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  assert.deepEqual(sizeOf(files.get('thumbnail.png')), [60, 90]);
  assert.deepEqual(sizeOf(files.get('thumbnail@2x.png')), [120, 180]);
});

test('the pass of a ticket that was passed on is void, and tells nothing of who has it now', async (t) => {
  const { makeEvent, order, load, writeFirst, database, secretKeys, wallets } = await openPasses(t);
  const event = await makeEvent();
  const orderId = await order({ event });
  const { ticket } = await writeFirst(orderId, event);
  await database.query(
    `UPDATE tickets SET serial = gen_random_uuid(), passed_on_at = now(), first_name = 'Bola', last_name = 'Eze', email = 'bola@example.com' WHERE id = $1`,
    [ticket.id],
  );
  const [now] = (await load(orderId)).tickets;
  assert(now);
  const numbers = [passNumber(ticket), passNumber(now)];
  assert.notEqual(numbers[0], numbers[1]);
  const [before, after] = await loadPasses(database, secretKeys, { orderId, numbers });
  assert(before && after);
  const old = readPass(await wallets.writeApple(before));
  assert.equal(old.text.voided, true);
  assert.equal(old.text.barcodes, undefined);
  assert.doesNotMatch(String(old.files.get('pass.json')), /Bola|Eze/);
  assert.equal(readPass(await wallets.writeApple(after)).text.barcodes?.[0]?.message, now.code);
});

test('a void ticket, and one of a cancelled event, has a void pass', async (t) => {
  const { makeEvent, order, writeFirst, database } = await openPasses(t);
  const event = await makeEvent();
  const orderId = await order({ event });
  await database.query('UPDATE tickets SET voided_at = now() WHERE order_id = $1', [orderId]);
  assert.equal(readPass((await writeFirst(orderId, event)).bytes).text.voided, true);
  const other = await makeEvent();
  const ofOther = await order({ event: other, buyer: ADA });
  await database.query(`UPDATE events SET status = 'CANCELLED' WHERE id = $1`, [other.eventId]);
  assert.equal(readPass((await writeFirst(ofOther, other)).bytes).text.voided, true);
});

test('a pass names no service where phones can’t ask over https', async (t) => {
  const { makeEvent, order, writeFirst } = await openPasses(t, { publicUrl: 'http://localhost:3000' });
  const event = await makeEvent();
  const { text } = readPass((await writeFirst(await order({ event }), event)).bytes);
  assert.equal(text['webServiceURL'], undefined);
  assert.equal(text.authenticationToken, undefined);
});

test('several passes go in one file', async () => {
  const names = [
    ...unzip(await joinApplePasses([Buffer.of(1), Buffer.of(2)], new Date('2030-01-01'))).keys(),
  ];
  assert.deepEqual(names, ['ticket-1.pkpass', 'ticket-2.pkpass']);
});

test('Apple’s push service is shown the own certificate first, in whatever order the file has them', () => {
  const { tls, passTypeId } = readAppleCredentials(file.authority + file.certificate + file.key);
  assert.equal(passTypeId, PASS_TYPE);
  assert.doesNotThrow(() => createSecureContext(tls));
});

test('each mistake in the operator’s file is told in a line', () => {
  const reading = (pem: string) => () => readAppleCredentials(pem);
  assert.throws(reading(''), /no private key without a password/);
  assert.throws(reading(file.key), /no certificate that belongs to its private key/);
  assert.throws(reading(makeAppleFile().key + file.certificate), /no certificate that belongs/);
  assert.throws(
    reading(file.key + file.certificate),
    /lacks Apple's intermediate certificate that issued yours \(G4\)/,
  );
  assert.throws(reading(makeAppleFile({ passType: 'com.test' }).whole), /none of a pass type/);
  assert.throws(reading(file.key + file.certificate.replace('MI', '??')), /can’t be read/);
  // Of the same name, but another one's.
  assert.throws(
    reading(file.key + file.certificate + makeAppleFile().authority),
    /lacks Apple's intermediate/,
  );
  const early = makeAppleFile({ startsAt: new Date('2040-01-01') }).whole;
  assert.throws(reading(early), /not valid before Jan {2}1 00:00:00 2040 GMT/);
  assert.doesNotThrow(() => readAppleCredentials(early, Date.parse('2040-01-02')));
});

test('a certificate is good for no longer than Apple’s own that issued it', () => {
  const authorityEndsAt = new Date('2030-01-01');
  assert.deepEqual(readAppleCredentials(makeAppleFile({ authorityEndsAt }).whole).endsAt, authorityEndsAt);
});

test('a reader is offered the wallet of their device, and none whose certificate has ended', () => {
  const deps = {
    secretKeys: { current: { id: '', bytes: Buffer.alloc(32) }, accepted: [] },
    publicUrl: 'https://tickets.test',
    media: { folder: '', bring: async () => {} },
  };
  const google = { issuerId: '1', email: 'a@example.com', key: apple.key };
  const wallets = createWallets({ ...NO_WALLETS, apple, google }, deps);
  assert.deepEqual(walletsOf(wallets, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)'), {
    apple: true,
    google: false,
  });
  assert.deepEqual(walletsOf(wallets, 'Mozilla/5.0 (Linux; Android 15; Pixel 9)'), {
    apple: false,
    google: true,
  });
  assert.deepEqual(walletsOf(wallets, undefined), { apple: true, google: true });
  const ended = createWallets({ ...NO_WALLETS, apple }, { ...deps, nowMs: () => apple.endsAt.getTime() });
  assert.deepEqual(walletsOf(ended, undefined), { apple: false, google: false });
});
