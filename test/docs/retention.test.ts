import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { SCANS_KEPT_DAYS } from '../../src/check-in/forget-scans.ts';
import { EXPORT_MINUTES } from '../../src/exports/find-export.ts';
import { UNORDERED_REQUESTS_KEPT_DAYS } from '../../src/invoices/forget-invoice-requests.ts';
import { INVITATIONS_KEPT_DAYS } from '../../src/hosts/invitations/forget-invitations.ts';
import { SET_ASIDE_JOBS_KEPT_DAYS } from '../../src/jobs/forget-set-aside-jobs.ts';
import { MAILBOX_KEPT_DAYS, MAILS_KEPT_DAYS } from '../../src/tickets/mails/forget-mails.ts';
import { MAX_KEPT } from '../../src/mail/mailbox.ts';
import { UNORDERED_CONSENTS_KEPT_DAYS } from '../../src/newsletter/forget-unordered-consents.ts';
import { ORDER_TRACES_KEPT_DAYS } from '../../src/orders/forget-order-traces.ts';
import { SANDBOX_KEPT_DAYS } from '../../src/pages/sandbox/server/forget-payments.ts';
import { CHALLENGE_MINUTES } from '../../src/people/passkeys/passkey-challenges.ts';
import { ABSOLUTE_DAYS } from '../../src/people/sessions/sessions.ts';
import { PHONES_KEPT_DAYS } from '../../src/payments/mpesa/forget-phones.ts';
import { ATTEMPTS_KEPT_DAYS } from '../../src/attempts/forget-attempts.ts';
import { LEFT_CARTS_KEPT_DAYS, TOLD_KEPT_DAYS } from '../../src/automatic-mails/forget-left-carts.ts';
import { MAILED_LINKS_KEPT_DAYS } from '../../src/people/forget-mailed-links.ts';
import { UNORDERED_ANSWERS_KEPT_DAYS } from '../../src/questions/forget-unordered-answers.ts';
import { RESERVATIONS_KEPT_DAYS } from '../../src/reservations/forget-reservations.ts';
import { LIST_ENTRIES_KEPT_DAYS } from '../../src/waiting-list/forget-entries.ts';
import { ENTRIES_KEPT_DAYS } from '../../src/waiting-room/forget-rooms.ts';
import { PASSES_KEPT_DAYS } from '../../src/wallets/forget-passes.ts';
import { DELIVERIES_KEPT_DAYS } from '../../src/webhooks/delivery/forget-old-deliveries.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (name: string): Promise<string> => readFile(path.join(ROOT, name), 'utf8');

const PAGE = 'docs/retention.md';

type Row = { kept: string; job: string };

async function rows(): Promise<Row[]> {
  const lines = (await read(PAGE)).split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) => {
    const [, , , kept = '', job = ''] = line.split('|').map((cell) => cell.trim());
    return { kept, job: job.replaceAll('`', '') };
  });
}

test('docs/retention.md states the times that the jobs keep', async () => {
  assert.deepEqual(await rows(), [
    { kept: `${RESERVATIONS_KEPT_DAYS} days after they ended`, job: 'forget_reservations' },
    { kept: `${ORDER_TRACES_KEPT_DAYS} days`, job: 'forget_order_traces' },
    { kept: `${MAILS_KEPT_DAYS} days`, job: 'forget_mails' },
    {
      kept: `until the mail has gone, ${LEFT_CARTS_KEPT_DAYS} days at most; a hash of the address ${TOLD_KEPT_DAYS} days`,
      job: 'forget_left_carts',
    },
    { kept: `${MAILBOX_KEPT_DAYS} days, and no more than ${MAX_KEPT}`, job: 'forget_mails' },
    { kept: `${DELIVERIES_KEPT_DAYS} days, once they are at their end`, job: 'forget_old_deliveries' },
    { kept: `${SET_ASIDE_JOBS_KEPT_DAYS} days`, job: 'forget_set_aside_jobs' },
    {
      kept: `a day after their last use, or ${ABSOLUTE_DAYS} days after the sign-in`,
      job: 'forget_sessions',
    },
    { kept: `${CHALLENGE_MINUTES} minutes`, job: 'forget_passkey_challenges' },
    { kept: `${INVITATIONS_KEPT_DAYS} days after their link ended`, job: 'forget_invitations' },
    { kept: '7 days', job: 'forget_host_mails' },
    { kept: `${UNORDERED_ANSWERS_KEPT_DAYS} day`, job: 'forget_unordered_answers' },
    { kept: `${UNORDERED_CONSENTS_KEPT_DAYS} day`, job: 'forget_unordered_consents' },
    { kept: `${UNORDERED_REQUESTS_KEPT_DAYS} day`, job: 'forget_invoice_requests' },
    { kept: '10 years after the year of issue, or as long as the host has set', job: 'forget_invoices' },
    { kept: `${EXPORT_MINUTES} minutes`, job: 'forget_exports' },
    { kept: '365 days after it ended', job: 'forget_guest_lists' },
    { kept: `${SCANS_KEPT_DAYS} days`, job: 'forget_scans' },
    { kept: `${SCANS_KEPT_DAYS} days after their time ended`, job: 'forget_devices' },
    { kept: `${ENTRIES_KEPT_DAYS} days after it closed`, job: 'forget_waiting_entries' },
    { kept: `${LIST_ENTRIES_KEPT_DAYS} days after the event`, job: 'forget_waiting_list_entries' },
    { kept: `${PHONES_KEPT_DAYS} days`, job: 'forget_mpesa_phones' },
    { kept: `${MAILED_LINKS_KEPT_DAYS} days after they ended`, job: 'forget_mailed_links' },
    { kept: `${PASSES_KEPT_DAYS} days after the event`, job: 'forget_passes' },
    { kept: `${ATTEMPTS_KEPT_DAYS} day`, job: 'forget_attempts' },
    { kept: `${SANDBOX_KEPT_DAYS} days`, job: 'forget_sandbox_payments' },
    { kept: '1 day after they were last shown', job: 'forget_unused_pictures' },
    { kept: 'a day after their last event is gone', job: 'forget_unused_words' },
  ]);
});

test('every job that forgets something is in the table, and the app runs each of them', async () => {
  const kinds = new Map<string, string>();
  for await (const name of glob('src/**/*.ts', { cwd: ROOT })) {
    if (name.endsWith('.test.ts')) continue;
    const text = await read(name);
    for (const [, kind = ''] of text.matchAll(/kind: '(forget_\w+)'/g))
      kinds.set(kind, /export function (\w+)/.exec(text)?.[1] ?? '');
  }
  assert.deepEqual(new Set((await rows()).map(({ job }) => job)), new Set(kinds.keys()));
  const jobs = (await read('src/app/all-jobs.ts')) + (await read('src/wallets/pass-jobs.ts'));
  for (const make of kinds.values()) assert.match(jobs, new RegExp(`[ [.]${make}\\(`));
});

test('every table of the schema is on the page, with its time or among what stays', async () => {
  const page = await read(PAGE);
  const tables = [...(await read('schema.sql')).matchAll(/^CREATE TABLE (\w+) \(/gm)].map(([, name]) => name);
  assert.ok(tables.length > 20);
  assert.deepEqual(
    tables.filter((name) => !page.includes(`\`${name}\``)),
    [],
  );
});

test('mails are on record for longer than a job about them may be tried again', () => {
  assert.ok(MAILS_KEPT_DAYS > SET_ASIDE_JOBS_KEPT_DAYS);
});
