import path from 'node:path';
import { test } from 'node:test';
import { createTestDatabase } from '../test/harness/test-database.ts';
import { dumpSchema } from './dump-schema.ts';

test('schema.sql is what the migrations add up to (npm run schema writes it anew)', async (t) => {
  const { url, drop } = await createTestDatabase();
  const schema = await dumpSchema(url);
  await drop();
  t.assert.fileSnapshot(schema, path.join(import.meta.dirname, '../schema.sql'), { serializers: [String] });
});
