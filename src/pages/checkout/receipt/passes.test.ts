import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeAppleFile } from '../../../wallets/apple/make-credentials.fixture.ts';
import { readAppleCredentials } from '../../../wallets/apple/read-apple-credentials.ts';
import { readPass, unzip } from '../../../wallets/apple/read-pass.fixture.ts';
import { createWallets, NO_WALLETS, type WalletSettings } from '../../../wallets/wallets.ts';
import { startReceipts, type TestReceipts } from './receipt.fixture.ts';

const apple = readAppleCredentials(makeAppleFile().whole);
const google = {
  issuerId: '3388000000012345678',
  email: 'passes@tessera.iam.gserviceaccount.com',
  key: apple.key,
};
const start = (settings: Partial<WalletSettings>) =>
  startReceipts((secretKeys) =>
    createWallets(
      { ...NO_WALLETS, ...settings },
      { secretKeys, publicUrl: 'https://tickets.test', media: { folder: '/nowhere', bring: async () => {} } },
    ),
  );

let shop: TestReceipts;
before(async () => {
  shop = await start({ apple, google });
});
after(() => shop.close());

const IPHONE = { headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' } };
const read = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(url, { redirect: 'manual', ...init });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

async function buy(on: TestReceipts, quantity = 1) {
  const event = await on.makeEvent({ ticketTypes: [{ priceMinor: 0 }] });
  return on.order({ event, quantities: [quantity] });
}

test('the receipt has a button for each wallet, and on an iPhone Apple’s alone', async () => {
  const { receiptToken } = await buy(shop);
  const { bytes } = await read(shop.receiptUrl(receiptToken));
  const page = bytes.toString();
  assert.match(page, new RegExp(`href="${receiptToken}/tickets/1/ticket.pkpass">Add to Apple Wallet<`));
  assert.match(page, new RegExp(`href="${receiptToken}/tickets/1/google-wallet">Add to Google Wallet<`));
  const onPhone = (await read(shop.receiptUrl(receiptToken, '?lang=fr'), IPHONE)).bytes.toString();
  assert.match(onPhone, /Ajouter à Apple Wallet</);
  assert.doesNotMatch(onPhone, /Google Wallet/);
});

test('the pass of a ticket and of an order open with the codes that the receipt shows', async () => {
  const { receiptToken, orderId } = await buy(shop, 2);
  const one = await read(shop.receiptUrl(receiptToken, '/tickets/2/ticket.pkpass'));
  assert.equal(one.response.headers.get('content-type'), 'application/vnd.apple.pkpass');
  assert.equal(one.response.headers.get('cache-control'), 'no-store');
  const all = await read(shop.receiptUrl(receiptToken, '/tickets.pkpasses'));
  assert.equal(all.response.headers.get('content-type'), 'application/vnd.apple.pkpasses');
  const passes = [...unzip(all.bytes).values()].map((bytes) => readPass(bytes).text);
  assert.equal(passes.length, 2);
  assert.deepEqual(passes[1]?.barcodes, readPass(one.bytes).text.barcodes);
  await shop.database.query('UPDATE tickets SET used_at = now() WHERE order_id = $1 AND position = 2', [
    orderId,
  ]);
  assert.equal((await read(shop.receiptUrl(receiptToken, '/tickets/2/ticket.pkpass'))).response.status, 404);
  assert.equal(unzip((await read(shop.receiptUrl(receiptToken, '/tickets.pkpasses'))).bytes).size, 1);
});

test('no pass of a ticket that is void, was passed on, or is not there', async () => {
  const { receiptToken, orderId } = await buy(shop, 3);
  await shop.database.query('UPDATE tickets SET voided_at = now() WHERE order_id = $1 AND position = 1', [
    orderId,
  ]);
  await shop.database.query(
    `UPDATE tickets SET passed_on_at = now(), email = 'bola@example.com' WHERE order_id = $1 AND position = 2`,
    [orderId],
  );
  for (const position of ['1', '2', '4', '3%00', 'x'])
    for (const file of ['ticket.pkpass', 'google-wallet'])
      assert.equal(
        (await read(shop.receiptUrl(receiptToken, `/tickets/${position}/${file}`))).response.status,
        404,
        `${position} ${file}`,
      );
  assert.equal((await read(shop.receiptUrl(receiptToken, '/tickets/3/ticket.pkpass'))).response.status, 200);
});

test('the way to Google has the pass in a token that the service account has signed, and is short enough for a link', async () => {
  const { receiptToken } = await buy(shop);
  const { response } = await read(shop.receiptUrl(receiptToken, '/tickets/1/google-wallet'));
  assert.equal(response.status, 302);
  const [, token = ''] =
    /^https:\/\/pay\.google\.com\/gp\/v\/save\/(.+)$/.exec(response.headers.get('location') ?? '') ?? [];
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object;
  assert.partialDeepStrictEqual(claims, {
    iss: google.email,
    aud: 'google',
    typ: 'savetowallet',
    payload: {
      eventTicketObjects: [{ state: 'ACTIVE', ticketHolderName: 'Ada Obi', barcode: { type: 'QR_CODE' } }],
    },
  });
  assert.ok(token.length < 2_600, `${token.length} characters`);
});

test('without certificates there is no button, and no pass', async (t) => {
  const bare = await start({});
  t.after(() => bare.close());
  const { receiptToken } = await buy(bare);
  assert.doesNotMatch((await read(bare.receiptUrl(receiptToken))).bytes.toString(), /Wallet|wallet/);
  for (const rest of ['/tickets/1/ticket.pkpass', '/tickets/1/google-wallet', '/tickets.pkpasses'])
    assert.equal((await read(bare.receiptUrl(receiptToken, rest))).response.status, 404);
});
