import type { FastifyRequest } from 'fastify';

// Scripts and gateways, whatever they say that they take.
const PAGELESS = /^\/(api|payments|sandbox)(\/|$)/;
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;
const MAX_HEADER_CHARS = 500;

/** Whether somebody opens the address in a browser: a page is then worth more than JSON. */
export const opensPage = ({
  method,
  url,
  headers,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') && !PAGELESS.test(url) && prefersHtml(headers.accept);

/** It names HTML, and likes nothing of ours better. Scripts that take anything name none. */
function prefersHtml(accept: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const range of (accept ?? '').slice(0, MAX_HEADER_CHARS).toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(type, weight === undefined ? 1 : Number(WEIGHT.exec(weight)?.[1] ?? 0));
  }
  const html = weights.get('text/html') ?? 0;
  return html > 0 && html >= (weights.get('application/json') ?? 0);
}
