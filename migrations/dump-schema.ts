import pg from 'pg';

// pg_dump does not come with the embedded server, and its output changes from version to version. The catalog's own
// functions give the same facts on every machine.

type Line = { sql: string };

const EXTENSIONS = `
  SELECT 'CREATE EXTENSION ' || extname || ';' AS sql FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY extname`;

const TABLES = `
  SELECT 'CREATE TABLE ' || class.relname || E' (\\n' || string_agg(line, E',\\n' ORDER BY part, place, line) || E'\\n);' AS sql
    FROM pg_class AS class
    JOIN LATERAL (
      SELECT 1 AS part, attnum AS place,
             '  ' || attname || ' ' || format_type(atttypid, atttypmod)
               || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
               || coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid), '') AS line
        FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
       WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped
      UNION ALL
      SELECT 2, 0, '  CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid)
        FROM pg_constraint WHERE conrelid = class.oid AND contype IN ('p', 'u', 'f', 'c')
    ) AS part_of_table ON true
   WHERE class.relnamespace = 'public'::regnamespace AND class.relkind = 'r'
   GROUP BY class.relname ORDER BY class.relname`;

const INDEXES = `
  SELECT indexdef || ';' AS sql FROM pg_indexes
   WHERE schemaname = 'public'
     AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = format('public.%I', indexname)::regclass AND contype IN ('p', 'u'))
   ORDER BY tablename, indexname`;

const TRIGGERS = `
  SELECT pg_get_triggerdef(oid) || ';' AS sql FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgrelid::regclass::text, tgname`;

/** The schema as it stands after all migrations, to be read in one go. The functions are in functions/. */
export async function dumpSchema(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const parts: string[] = [
      '-- What the migrations add up to; the functions are in functions/. Made by npm run schema; a test keeps it true.',
    ];
    for (const query of [EXTENSIONS, TABLES, INDEXES, TRIGGERS]) {
      const { rows } = await client.query<Line>(query);
      parts.push(rows.map(({ sql }) => sql).join(query === TABLES ? '\n\n' : '\n'));
    }
    return `${parts.join('\n\n')}\n`;
  } finally {
    await client.end();
  }
}
