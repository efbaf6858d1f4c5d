import type { FastifyReply } from 'fastify';

/** A list to take along, which a browser saves as a file. The mark at its beginning tells spreadsheets that it is UTF-8. */
export function sendList(reply: FastifyReply, name: string, text: string): FastifyReply {
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w-]/g, '')}.csv"`)
    .header('cache-control', 'no-store')
    .send(`\uFEFF${text}`);
}
