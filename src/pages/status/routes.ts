import type { Database } from '../../db/database.ts';
import type { HttpServer } from '../../http/server.ts';
import { noSuchEndpoint } from '../../refusal.ts';
import { ROUTES } from '../../routes.ts';
import type { Incident } from '../../status/incident.ts';
import type { Status } from '../../status/read-status.ts';
import type { Language } from '../../values/language.ts';
import { sendMadePage, type MadePage, type MakePage } from '../serving/make-page.ts';
import { languageOf } from '../serving/page-language.ts';
import type { StatusIncident, StatusPage } from './contract.ts';
import { keepStatus } from './server/keep-status.ts';

// Caches in front answer a stampede; and go on for a while if we don't.
const CACHE_CONTROL = 'public, max-age=10, stale-if-error=600';

export type StatusDeps = {
  database: Database;
  makePage: MakePage;
  publicUrl: string;
  hasStatusPage: boolean;
};

/** For people: whether the service works. Made when something changes and sent from memory, while the database is down too. */
export function registerStatus(
  http: HttpServer,
  { database, makePage, publicUrl, hasStatusPage }: StatusDeps,
): void {
  if (!hasStatusPage) {
    http.get(ROUTES.pages.status.path, async (request) => Promise.reject(noSuchEndpoint(request)));
    return;
  }
  const keeper = keepStatus(database);
  http.addHook('onClose', async () => keeper.close());
  const home = `${publicUrl}${ROUTES.pages.home.path}`;
  const made = new Map<Language, { status: Status; text: string; page: Promise<MadePage> }>();

  http.get(ROUTES.pages.status.path, async (request, reply) => {
    const language = languageOf(request);
    const status = await keeper.current();
    let last = made.get(language);
    if (last?.status !== status) {
      const data: StatusPage = { language, home, ...describe(status) };
      const text = JSON.stringify(data);
      // Read again, and the same as before: so is the page.
      const page =
        last?.text === text ? last.page : makePage({ page: 'status', data, policy: {}, isSecret: false });
      last = { status, text, page };
      made.set(language, last);
    }
    return sendMadePage(request, reply, await last.page, CACHE_CONTROL);
  });
}

const describe = ({
  state,
  since,
  current,
  planned,
  past,
}: Status): Omit<StatusPage, 'language' | 'home'> => ({
  state,
  since: since?.toISOString() ?? null,
  current: current.map(describeIncident),
  planned: planned.map(describeIncident),
  past: past.map(describeIncident),
});

const describeIncident = ({ beganAt, endedAt, notes, ...incident }: Incident): StatusIncident => ({
  ...incident,
  beganAt: beganAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  notes: notes.map(({ text, writtenAt }) => ({ text, writtenAt: writtenAt.toISOString() })),
});
