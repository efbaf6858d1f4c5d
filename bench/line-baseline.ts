import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';

// The competitor of joining the line: a plain server that writes a row for each request, with a number that the database
// counts. It has no caps, no draw and no limits. Started with: <port> <pool size> <database url>

const [port, poolSize, databaseUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl ?? '', max: Number(poolSize) });
await pool.query(
  'CREATE TABLE IF NOT EXISTS bench_line (id uuid PRIMARY KEY, number bigint GENERATED ALWAYS AS IDENTITY UNIQUE)',
);

createServer(async (request, response) => {
  if (request.method !== 'POST') {
    response.end();
    return;
  }
  const { entry } = (await json(request)) as { entry: string };
  const { rows } = await pool.query<{ number: string }>(
    'INSERT INTO bench_line (id) VALUES ($1) RETURNING number',
    [entry],
  );
  const body = JSON.stringify({ data: { entry, place: rows[0]?.number }, status: true });
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}).listen(Number(port), '127.0.0.1');
