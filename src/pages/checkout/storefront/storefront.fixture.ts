import assert from 'node:assert/strict';
import { makeHost } from '../../../../test/harness/make-catalog.ts';
import { startTestApp } from '../../../../test/harness/test-app.ts';

export const A_DAY_MS = 24 * 60 * 60_000;

/** The product with a host, and the way to open its pages. */
export async function openTestStorefront() {
  const on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
  return {
    on,
    host: await makeHost(on, { name: 'Harmattan Nights & Sons' }),
    /** The product's own address, as it writes it into its pages. */
    ownUrl: `http://localhost:${new URL(on.publicUrl).port}`,
    async open(path: string, headers: Record<string, string> = {}) {
      const response = await fetch(`${on.publicUrl}${path}`, { headers, redirect: 'manual' });
      return { status: response.status, headers: response.headers, body: await response.text() };
    },
  };
}

const ENTITIES: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'" };
export const unescapeHtml = (text: string): string =>
  text.replaceAll(/&(quot|amp|lt|gt|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** The content of a `<meta>`, by its name or property. */
export const metaIn = (page: string, name: string): string | undefined => {
  const content = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(page)?.[1];
  return content === undefined ? undefined : unescapeHtml(content);
};

type Structured = Record<'@type' | 'name' | 'startDate' | 'endDate' | 'eventStatus', string> & {
  location: { address: object };
  performer: object[];
  previousStartDate?: string;
  doorTime?: string;
  offers: { availability: string; validFrom?: string }[];
};

export function structuredDataIn(page: string): Structured {
  const json = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(page)?.[1];
  assert.ok(json, 'the page has no structured data');
  return JSON.parse(json) as Structured;
}
