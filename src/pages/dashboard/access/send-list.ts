import type { FastifyReply } from 'fastify';

/** A list that a browser saves as a file. The mark at its start tells spreadsheets that it is UTF-8. */
export const sendList = (reply: FastifyReply, name: string, text: string): FastifyReply =>
  sendFile(reply, { name, ending: 'csv', type: 'text/csv; charset=utf-8', text: `\uFEFF${text}` });

/** The file's name for the browser. */
export function sendFile(
  reply: FastifyReply,
  { name, ending, type, text }: { name: string; ending: string; type: string; text: string },
): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w-]/g, '')}.${ending}"`)
    .header('cache-control', 'no-store')
    .send(text);
}
