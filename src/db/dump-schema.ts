import type pg from 'pg';

// pg_dump does not come with the embedded server, and its output changes from version to version. The catalog's own
// functions give the same facts on every machine.

const EXTENSIONS = `
  SELECT 'CREATE EXTENSION ' || extname || ';' AS sql FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY extname`;

const TABLES = `
  SELECT 'CREATE TABLE ' || class.relname || E' (\\n' || string_agg(line, E',\\n' ORDER BY part, place, line) || E'\\n);' AS sql
    FROM pg_class AS class
    JOIN LATERAL (
      SELECT 1 AS part, attnum AS place,
             '  ' || attname || ' ' || format_type(atttypid, atttypmod)
               || CASE WHEN attcollation <> typcollation THEN ' COLLATE ' || attcollation::regcollation ELSE '' END
               || CASE attidentity WHEN 'a' THEN ' GENERATED ALWAYS AS IDENTITY' ELSE '' END
               || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
               || coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid), '') AS line
        FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
       WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped
      UNION ALL
      SELECT 2, 0, '  CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid)
        FROM pg_constraint WHERE conrelid = class.oid AND contype IN ('p', 'u', 'f', 'c')
    ) AS part_of_table ON true
   WHERE class.relnamespace = $1::regnamespace AND class.relkind = 'r'
   GROUP BY class.relname ORDER BY class.relname`;

const INDEXES = `
  SELECT indexdef || ';' AS sql FROM pg_indexes
   WHERE schemaname = $1
     AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = format('%I.%I', $1, indexname)::regclass AND contype IN ('p', 'u'))
   ORDER BY tablename, indexname`;

const TRIGGERS = `
  SELECT pg_get_triggerdef(oid) || ';' AS sql FROM pg_trigger
   WHERE NOT tgisinternal AND (SELECT relnamespace FROM pg_class WHERE oid = tgrelid) = $1::regnamespace
   ORDER BY tgrelid::regclass::text, tgname`;

/** The statements that make the tables of a schema, their indexes and their triggers. */
export async function describeTables(client: pg.Client, schema = 'public'): Promise<string[][]> {
  const parts: string[][] = [];
  for (const query of [TABLES, INDEXES, TRIGGERS]) {
    const { rows } = await client.query<{ sql: string }>(query, [schema]);
    parts.push(rows.map(({ sql }) => sql.replaceAll(` ON ${schema}.`, ' ON public.')));
  }
  return parts;
}

/** The schema as it stands after all migrations, to be read in one go. The functions are in functions/. */
export async function dumpSchema(client: pg.Client): Promise<string> {
  const { rows: extensions } = await client.query<{ sql: string }>(EXTENSIONS);
  const [tables = [], ...rest] = await describeTables(client);
  const parts = [
    '-- The schema after all migrations; the functions are in functions/. Made by npm run schema; a test keeps it true.',
    extensions.map(({ sql }) => sql).join('\n'),
    tables.join('\n\n'),
    ...rest.map((statements) => statements.join('\n')),
  ];
  return `${parts.join('\n\n')}\n`;
}
