import { findVisitors } from '../../../../hosts/support/find-visitors.ts';
import { listLiveSessions } from '../../../../people/sessions/sessions.ts';
import type { Power } from '../../../../powers.ts';
import { Refusal } from '../../../../refusal.ts';
import type { DashboardDeps } from '../../access/dashboard-deps.ts';
import { requirePower } from '../../access/find-visitor.ts';
import type { Watcher } from './watched-things.ts';

/** Watchers who are still signed in as the same member, or as support whose visit goes on. A change of role or events starts a new stream. */
export async function findAllowed<W extends Watcher>(
  { database, isProduction }: Pick<DashboardDeps, 'database' | 'isProduction'>,
  { hostId, power, watchers }: { hostId: string; power: Power; watchers: W[] },
): Promise<ReadonlySet<W>> {
  const sessions = await listLiveSessions(
    database,
    watchers.map(({ sessionId }) => sessionId),
  );
  const members = await findVisitors(database, {
    hostId,
    personIds: sessions.map(({ personId }) => personId),
  });
  const isAllowed = (watcher: W): boolean => {
    const session = sessions.find(({ sessionId }) => sessionId === watcher.sessionId);
    const member = members.find(({ personId }) => personId === watcher.personId);
    if (!session || !member) return false;
    try {
      requirePower(session, member, { method: 'GET', power, isProduction });
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
    return member.role === watcher.member.role && String(member.eventIds) === String(watcher.member.eventIds);
  };
  return new Set(watchers.filter(isAllowed));
}
