import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// The honest alternative: Node's own HTTP server that sends bytes it already has, and does nothing else.
// Started with a port and a file: { "<path>#<encoding>": { status, headers: [name, value, …], body (base64) } }.

type Canned = { status: number; headers: string[]; body: string };

const [port, file] = process.argv.slice(2);
const canned = new Map(
  Object.entries(JSON.parse(readFileSync(file ?? '', 'utf8')) as Record<string, Canned>).map(
    ([path, answer]) => [path, { ...answer, bytes: Buffer.from(answer.body, 'base64') }],
  ),
);

createServer((request, response) => {
  const { 'accept-encoding': encoding = 'identity', 'if-none-match': etag } = request.headers;
  const answer = canned.get(`${request.url ?? ''}#${encoding}${etag ? '#304' : ''}`);
  if (!answer) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(answer.status, answer.headers);
  response.end(answer.status === 304 ? undefined : answer.bytes);
}).listen(Number(port), '127.0.0.1');
