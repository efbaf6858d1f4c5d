import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { hold, order } from '../../../../test/harness/buy.ts';
import { ask, type Answer } from '../../../../test/harness/client.ts';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { SOONER_THAN_FORGOTTEN_MS, until } from '../../../../test/harness/until.ts';

suite('the settings of a host', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on, { name: 'Harmattan Sounds' });
    owner = await signInAs(on, host);
  });
  after(() => on.close());

  const settingsOf = ({ hostId }: TestHost): string => `/hosts/${hostId}/settings`;
  const see = async (of = host, as = owner): Promise<Answer> => askDashboard(on, settingsOf(of), { as });
  const versionOf = async (of = host): Promise<number> => {
    const { rows } = await on.app.database.query<{ version: number }>(
      'SELECT version FROM hosts WHERE id = $1',
      [of.hostId],
    );
    return rows[0]?.version ?? 0;
  };
  /** On the current version, unless another is given. */
  const change = async (changes: object, { of = host, as = owner } = {}): Promise<Answer> =>
    askDashboard(on, settingsOf(of), {
      as,
      method: 'PATCH',
      body: { version: await versionOf(of), ...changes },
    });

  test('every field is changed, read again and on record with what it was before', async () => {
    const reduced = { id: randomUUID(), name: 'Reduced VAT', kind: 'reduced', basisPoints: 500 };
    const changes = {
      name: 'Harmattan Nights',
      contactEmail: 'ask@harmattan.example',
      feesAbsorbed: true,
      blocksDisputed: true,
      callbackOrigins: ['https://Shop.Example/', 'http://localhost:3000'],
      terms: 'Doors open at seven.\r\n\r\nNo re-entry.  ',
      refundPolicy: 'Until a week before.',
      taxNumber: ' 12345678-0001 ',
      sellerName: ' Harmattan Nights Limited ',
      sellerAddress: '1 Marina Road\r\nLagos ',
      vatBasisPoints: 750,
      taxRates: [{ ...reduced, name: ' Reduced VAT ' }],
      feeTaxRateId: reduced.id,
      hasNewsletter: true,
      newsletterSentence: ' News of the harmattan? ',
    };
    const answer = await change(changes);
    assert.equal(answer.status, 200);
    const stored = {
      name: 'Harmattan Nights',
      country: 'NIGERIA',
      contactEmail: 'ask@harmattan.example',
      feesAbsorbed: true,
      blocksDisputed: true,
      callbackOrigins: ['https://shop.example', 'http://localhost:3000'],
      terms: 'Doors open at seven.\n\nNo re-entry.',
      refundPolicy: 'Until a week before.',
      taxNumber: '12345678-0001',
      sellerName: 'Harmattan Nights Limited',
      sellerAddress: '1 Marina Road\nLagos',
      vatBasisPoints: 750,
      taxRates: [reduced],
      feeTaxRateId: reduced.id,
      hasNewsletter: true,
      newsletterSentence: 'News of the harmattan?',
    };
    assert.deepEqual(answer.body.settings, { version: 2, ...stored });
    assert.deepEqual((await see()).body.data.settings, { version: 2, ...stored });

    const { rows } = await on.app.database.query(
      `SELECT action, person_id, before, after FROM audit_log WHERE host_id = $1 ORDER BY id DESC LIMIT 1`,
      [host.hostId],
    );
    const { country: _, taxRates: _rates, feeTaxRateId: _ofFees, ...changed } = stored;
    assert.deepEqual(rows, [
      {
        action: 'host.change_settings',
        person_id: owner.personId,
        before: {
          name: 'Harmattan Sounds',
          contactEmail: null,
          feesAbsorbed: false,
          blocksDisputed: false,
          callbackOrigins: null,
          terms: '',
          refundPolicy: '',
          taxNumber: null,
          sellerName: null,
          sellerAddress: '',
          vatBasisPoints: null,
          hasNewsletter: false,
          newsletterSentence: '',
          taxRates: '',
          feeTaxRate: '',
        },
        after: {
          ...changed,
          callbackOrigins: 'https://shop.example http://localhost:3000',
          taxRates: 'Reduced VAT (reduced, 5 %)',
          feeTaxRate: 'Reduced VAT',
        },
      },
    ]);
  });

  test('tax rates must make sense together, and each fault is told at its field', async () => {
    const rate = (name: string, kind: string, basisPoints: number) => ({
      id: randomUUID(),
      name,
      kind,
      basisPoints,
    });
    const one = rate('Reduced VAT', 'reduced', 500);
    const refusals = [
      [{ taxRates: [one, rate('reduced vat', 'reduced', 600)] }, 'taxRates[1].name', /no other rate has/],
      [{ taxRates: [one, { ...one, name: 'Another' }] }, 'taxRates[1].id', /there once/],
      [{ taxRates: [rate('Zero', 'zero', 500)] }, 'taxRates[0].basisPoints', /Must be 0/],
      [{ taxRates: [rate('Standard', 'standard', 0)] }, 'taxRates[0].basisPoints', /more than 0/],
      [{ taxRates: [], feeTaxRateId: one.id }, 'feeTaxRateId', /one of the tax rates/],
    ] as const;
    for (const [changes, field, message] of refusals) {
      const { status, body } = await change(changes);
      assert.deepEqual([status, body.field], [400, field]);
      assert.match(body.message, message);
    }
    for (const role of ['manager', 'finance'] as const) {
      const member = await signInAs(on, host, { role });
      const { version } = (await see()).body.data.settings;
      const path = `/hosts/${host.hostId}/settings`;
      const { status } = await askDashboard(on, path, {
        as: member,
        method: 'PATCH',
        body: { version, taxRates: [one] },
      });
      assert.equal(status, 403);
    }
  });

  test('removed fields are gone, and fields that are not named stay', async () => {
    await change({
      contactEmail: 'ask@harmattan.example',
      taxNumber: '1',
      callbackOrigins: ['https://a.example'],
    });
    await change({ contactEmail: null, taxNumber: null, callbackOrigins: null, terms: '' });
    await change({ sellerName: null, sellerAddress: '', vatBasisPoints: null });
    const { settings } = (await see()).body.data;
    assert.deepEqual(
      [settings.contactEmail, settings.taxNumber, settings.callbackOrigins, settings.terms],
      [null, null, null, ''],
    );
    assert.deepEqual(
      [settings.sellerName, settings.sellerAddress, settings.vatBasisPoints],
      [null, '', null],
    );
    assert.equal(settings.refundPolicy, 'Until a week before.');
  });

  test('each field has its limits, and the refusal names it', async () => {
    const refused: [object, string, RegExp][] = [
      [{ name: '' }, 'name', /Fill this in/],
      [{ name: ' \t' }, 'name', /one line/],
      [{ name: 'a\nb' }, 'name', /one line/],
      [{ name: 'a'.repeat(201) }, 'name', /at most 200 characters/],
      [{ country: 'ATLANTIS' }, 'country', /one from the list/],
      [{ country: 'constructor' }, 'country', /one from the list/],
      [{ contactEmail: '' }, 'contactEmail', /./],
      [{ contactEmail: 'nobody' }, 'contactEmail', /an e-mail address/],
      [{ contactEmail: 'a@b.example, c@d.example' }, 'contactEmail', /an e-mail address/],
      [{ contactEmail: `${'a'.repeat(250)}@b.example` }, 'contactEmail', /at most 254/],
      [{ feesAbsorbed: 'yes' }, 'feesAbsorbed', /page is out of date/],
      [{ callbackOrigins: [] }, 'callbackOrigins', /at least one/],
      [{ callbackOrigins: ['https://shop.example/thanks'] }, 'callbackOrigins[0]', /Enter a site/],
      [
        { callbackOrigins: Array.from({ length: 51 }, (_, at) => `https://s${at}.example`) },
        'callbackOrigins',
        /at most 50/,
      ],
      [{ terms: 'a'.repeat(20_001) }, 'terms', /at most 20,000/],
      [{ terms: 'a\0b' }, 'terms', /plain text/],
      [{ terms: null }, 'terms', /page is out of date/],
      [{ refundPolicy: 'a'.repeat(5_001) }, 'refundPolicy', /at most 5,000/],
      [{ taxNumber: '1'.repeat(61) }, 'taxNumber', /at most 60/],
      [{ taxNumber: 'a\r\nb' }, 'taxNumber', /one line/],
      [{ sellerName: 'a'.repeat(201) }, 'sellerName', /at most 200/],
      [{ sellerAddress: 'a'.repeat(501) }, 'sellerAddress', /at most 500/],
      [{ vatBasisPoints: 0 }, 'vatBasisPoints', /percentage from 0.01 to 50/],
      [{ vatBasisPoints: 5_001 }, 'vatBasisPoints', /percentage from 0.01 to 50/],
      [{ vatBasisPoints: 7.5 }, 'vatBasisPoints', /percentage from 0.01 to 50/],
      [{ feeBasisPoints: 0 }, 'feeBasisPoints', /page is out of date/],
    ];
    const was = (await see()).body.data.settings;
    for (const [changes, field, words] of refused) {
      const { status, body } = await change(changes);
      assert.deepEqual([status, body.error_code, body.field], [400, 'validation_failed', field]);
      assert.match(body.message, words);
    }
    assert.deepEqual((await see()).body.data.settings, was);
    assert.equal((await change({})).status, 400);
  });

  test('the longest of texts fit, in the database and in the audit log', async () => {
    const sites = Array.from({ length: 50 }, (_, at) => `https://${'a'.repeat(280)}-${at}.example`);
    const changes = {
      name: '𝒯'.repeat(200),
      contactEmail: `${'a'.repeat(200)}@${'b'.repeat(40)}.example`,
      terms: '𝒯'.repeat(20_000),
      refundPolicy: '𝒯'.repeat(5_000),
      taxNumber: '𝒯'.repeat(60),
      callbackOrigins: sites,
    };
    const { status, body } = await change(changes);
    assert.equal(status, 200, JSON.stringify(body).slice(0, 300));
    assert.equal(body.settings.terms, changes.terms);
    const { rows } = await on.app.database.query<{ after: { terms: string } }>(
      `SELECT after FROM audit_log WHERE host_id = $1 ORDER BY id DESC LIMIT 1`,
      [host.hostId],
    );
    assert.match(rows[0]?.after.terms ?? '', /^𝒯{300}… \(20000 characters, SHA-256 [0-9a-f]{64}\)$/u);
    await change({ name: 'Harmattan Sounds', callbackOrigins: null, terms: '' });
  });

  test('a member who saves over another’s change is told what is there now, and nothing is lost', async () => {
    const version = await versionOf();
    const other = await signInAs(on, host);
    assert.equal((await change({ refundPolicy: 'None.' }, { as: other })).status, 200);
    const late = await change({ version, refundPolicy: 'Always.' });
    assert.deepEqual([late.status, late.body.error_code], [409, 'changed_meanwhile']);
    assert.equal(late.body.current.refundPolicy, 'None.');
    assert.equal(late.body.current.version, version + 1);
    assert.equal((await see()).body.data.settings.refundPolicy, 'None.');
  });

  test('of two who save at once, one is told', async () => {
    const version = await versionOf();
    const answers = await Promise.all(['One', 'Two'].map((terms) => change({ version, terms })));
    assert.deepEqual(
      answers.map(({ status }) => status).sort((one, other) => one - other),
      [200, 409],
    );
  });

  test('managers and finance see, owners change, and the door sees nothing', async () => {
    const asks = async (role: 'owner' | 'manager' | 'finance' | 'door'): Promise<number[]> => {
      const as = await signInAs(on, host, { role });
      return [(await see(host, as)).status, (await change({ taxNumber: role }, { as })).status];
    };
    assert.deepEqual(await asks('owner'), [200, 200]);
    assert.deepEqual(await asks('manager'), [200, 403]);
    assert.deepEqual(await asks('finance'), [200, 403]);
    assert.deepEqual(await asks('door'), [403, 403]);
    const other = await makeHost(on);
    assert.equal((await see(other)).status, 404);
    assert.equal((await change({ taxNumber: '1' }, { of: other })).status, 404);
  });

  test('the country changes while nothing has a price in its currency', async () => {
    const fresh = await makeHost(on, { feeFlatMinor: 0, feeCapMinor: null });
    const as = await signInAs(on, fresh);
    const moved = await change({ country: 'GHANA' }, { of: fresh, as });
    assert.deepEqual([moved.status, moved.body.settings.country], [200, 'GHANA']);
    assert.deepEqual((await see(fresh, as)).body.data.fees.currency, 'GHS');
    assert.equal((await see(fresh, as)).body.data.countryFixedBy, null);

    await makeEvent(on, fresh);
    const refused = await change({ country: 'NIGERIA' }, { of: fresh, as });
    assert.deepEqual([refused.status, refused.body.field], [400, 'country']);
    assert.match(refused.body.message, /events already have prices/);
    assert.equal((await see(fresh, as)).body.data.countryFixedBy, 'events');
    // The same one again is no change.
    assert.equal((await change({ country: 'GHANA' }, { of: fresh, as })).status, 200);
  });

  test('the country stays where the operator’s fees are amounts in its currency', async () => {
    const fresh = await makeHost(on, { feeFlatMinor: 10_000 });
    const as = await signInAs(on, fresh);
    assert.equal((await see(fresh, as)).body.data.countryFixedBy, 'fees');
    const refused = await change({ country: 'GHANA' }, { of: fresh, as });
    assert.deepEqual([refused.status, refused.body.field], [400, 'country']);
    assert.match(refused.body.message, /operator/);
  });

  test('the fees are shown with what they come to for a ticket of the host', async () => {
    const fresh = await makeHost(on, { feeBasisPoints: 500, feeFlatMinor: 10_000, feeCapMinor: 250_000 });
    const as = await signInAs(on, fresh);
    const fees = async () => (await see(fresh, as)).body.data.fees;
    assert.deepEqual((await fees()).example, { priceMinor: 10_000, feeMinor: 10_500 });
    await makeEvent(on, fresh, { ticketTypes: [{ priceMinor: 0 }, { priceMinor: 2_000_000 }] });
    assert.deepEqual(await fees(), {
      currency: 'NGN',
      locale: 'en-NG',
      basisPoints: 500,
      flatMinor: 10_000,
      capMinor: 250_000,
      example: { priceMinor: 2_000_000, feeMinor: 110_000 },
    });
  });

  test('the running API goes by them: fees for new quotes, sites for new orders', async () => {
    const seller = await makeHost(on);
    const as = await signInAs(on, seller);
    const { slug, skus } = await makeEvent(on, seller);
    const items = [{ sku: skus[0], quantity: 1 }];
    const feesOf = async (): Promise<number> =>
      (await ask(on, `/events/${slug}/tickets`, { key: seller.publicKey })).body.data[0].fees;
    assert.equal(await feesOf(), 60_000);
    const early = await hold(on, seller, { slug, items });
    await change({ feesAbsorbed: true, callbackOrigins: ['https://shop.example'] }, { of: seller, as });
    assert.equal(await feesOf(), 0);
    await until(
      'new quotes without fees',
      async () => {
        const { body } = await ask(on, `/events/${slug}/reservations`, {
          key: seller.publicKey,
          method: 'POST',
          body: { items },
        });
        return body.data.totalFees === 0;
      },
      SOONER_THAN_FORGOTTEN_MS,
    );
    await until(
      'the list of sites to count',
      async () => {
        const { body } = await order(on, seller, early, { body: { callbackUrl: 'https://evil.example/' } });
        return body.message === 'callbackUrl must be on a site that the host allows.';
      },
      SOONER_THAN_FORGOTTEN_MS,
    );
  });

  test('hostile texts are stored as they are, where a field takes them at all', async () => {
    for (const text of HOSTILE_TEXTS) {
      const { status, body } = await change({ terms: text, refundPolicy: text });
      assert.equal(status, 200, text);
      assert.equal(body.settings.terms, text.replaceAll('\r\n', '\n').trim());
      assert.equal((await change({ contactEmail: text })).status, 400, text);
      assert.equal((await change({ callbackOrigins: [text] })).status, 400, text);
    }
  });
});
