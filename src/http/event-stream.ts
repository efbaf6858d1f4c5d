import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

// Server-sent events, whatever they tell: https://html.spec.whatwg.org/multipage/server-sent-events.html

/** Shorter than the time after which common proxies give up on a silent connection. */
export const HEARTBEAT_MS = 15_000;
/** A comment: it says nothing, and keeps proxies from giving up on the connection. */
export const HEARTBEAT = ':\n\n';
// A client that takes nothing off the wire for so long is gone, or means harm.
const MAX_UNSENT_BYTES = 1024 * 1024;

/** Begins an answer that goes on for as long as the page is open. */
export function openEventStream(reply: FastifyReply): ServerResponse {
  reply.hijack();
  return reply.raw.writeHead(200, {
    ...headersOf(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // A proxy that waits for more before it passes anything on would make live news old.
    'x-accel-buffering': 'no',
    // Kept alive behind the stream, the connection would hold up a stop.
    connection: 'close',
  });
}

/** The headers that hooks have set, which the framework would have sent. */
function headersOf(reply: FastifyReply): OutgoingHttpHeaders {
  return reply.getHeaders() as OutgoingHttpHeaders;
}

/** `id` is what the page has with this event and all after it, also when it comes back. */
export const eventText = (event: string, data: unknown, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** How long the page waits before it comes back, once the stream has ended. */
export const retryText = (retryMs: number): string => `retry: ${retryMs}\n\n`;

export function tell(listener: ServerResponse, text: string): void {
  if (listener.writableLength > MAX_UNSENT_BYTES) listener.destroy();
  else listener.write(text);
}

export function broadcast(listeners: Iterable<ServerResponse>, text: string): void {
  for (const listener of listeners) tell(listener, text);
}

/** Calls back when the client has gone, at once where it has already: its close was before anybody listened for it. */
export function whenGone(stream: ServerResponse, onGone: () => void): { isGone: boolean } {
  stream.once('close', onGone);
  const isGone = stream.destroyed || stream.socket?.destroyed === true;
  if (isGone) stream.emit('close');
  return { isGone };
}
