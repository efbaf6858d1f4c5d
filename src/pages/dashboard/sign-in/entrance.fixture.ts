import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { startSmtp, type ReceivedMail, type TestSmtp } from '../../../../test/harness/smtp.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { makeHost } from '../../../../test/harness/make-catalog.ts';
import { until } from '../../../../test/harness/until.ts';
import { hashPassword } from '../../../people/passwords/password-hash.ts';

export const PASSWORD = 'violet hammer ferry quartz';
const HASH = await hashPassword(PASSWORD);

export type Page = { status: number; headers: Headers; body: string; location: string | null };

/** A browser without scripts, as the server sees it: it keeps cookies, and says where its forms come from. */
export type Visitor = {
  address: string;
  cookies: Map<string, string>;
  open(path: string): Promise<Page>;
  /** Whether the session opens something: asked as a page's script does. */
  isIn(): Promise<boolean>;
  send(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Page>;
};

export type Entrance = {
  on: TestApp;
  smtp: TestSmtp;
  /** From an address of its own, unless it is said. */
  visitor(address?: string): Visitor;
  /** The owner of a new host, with PASSWORD. */
  makeOwner(): Promise<{ hostId: string; personId: string; email: string }>;
  mailsTo(email: string): Promise<ReceivedMail[]>;
  /** The path of the newest link to the page that was mailed to the address. */
  linkTo(email: string, page: string): Promise<string>;
};

let visitors = 0;
let owners = 0;

export async function openEntrance(
  t: Pick<TestContext, 'after'>,
  environment: Record<string, string> = {},
): Promise<Entrance> {
  const smtp = await startSmtp();
  const on = await startTestApp({
    environment: { SMTP_URL: smtp.url, TRUST_PROXY: 'loopback', ...environment },
  });
  t.after(async () => {
    await on.close();
    await smtp.stop();
  });
  const mailsTo = async (email: string): Promise<ReceivedMail[]> => {
    await until('all mails are sent', async () => {
      const { rows } = await on.app.database.query(`SELECT 1 FROM jobs WHERE kind = 'send_person_mail'`);
      return rows.length === 0;
    });
    return smtp.received.filter(({ envelope }) => envelope.to.includes(email));
  };
  return {
    on,
    smtp,
    mailsTo,
    visitor: (address) => makeVisitor(on, address),
    async makeOwner() {
      const email = `owner-${process.pid}-${++owners}@mail.example`;
      const { hostId, personId } = await makeHost(on, { email, passwordHash: HASH });
      return { hostId, personId, email };
    },
    async linkTo(email, page) {
      const mail = (await mailsTo(email)).findLast(({ mail: { text } }) => text?.includes(`/${page}/`));
      const [, path] = new RegExp(`/dashboard(/${page}/[\\w-]{43})`).exec(mail?.mail.text ?? '') ?? [];
      assert(path, `a link to ${page} for ${email}`);
      return path;
    },
  };
}

export function makeVisitor(on: Pick<TestApp, 'publicUrl'>, address?: string): Visitor {
  visitors += 1;
  const from = address ?? `198.51.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`;
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit): Promise<Page> => {
    const response = await fetch(`${on.publicUrl}/dashboard${path}`, {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        'x-forwarded-for': from,
        cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
        ...(init.headers as Record<string, string>),
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const { status, headers } = response;
    return { status, headers, body: await response.text(), location: headers.get('location') };
  };
  return {
    address: from,
    cookies,
    open: (path) => ask(path, {}),
    isIn: async () => (await ask('/me/security', { headers: { accept: 'application/json' } })).status === 200,
    send: (path, fields, headers = {}) =>
      ask(path, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
      }),
  };
}

export const SESSION = 'tessera-session';
