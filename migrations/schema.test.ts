import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { dumpSchema } from '../src/db/dump-schema.ts';
import { createTestDatabase } from '../test/harness/test-database.ts';

test('schema.sql is what the migrations add up to (npm run schema writes it anew)', async (t) => {
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const schema = await dumpSchema(client);
  await client.end();
  await drop();
  t.assert.fileSnapshot(schema, path.join(import.meta.dirname, '../schema.sql'), { serializers: [String] });
});
