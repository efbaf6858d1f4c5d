import { Type } from 'typebox';
import { CHANGE_KINDS, type ChangeKind } from '../../../audit/change-kinds.ts';
import { listChanges } from '../../../audit/list-changes.ts';
import { listMembers } from '../../../hosts/members/list-members.ts';
import { OneOf } from '../../../http/schema.ts';
import { COUNTRIES, type Country } from '../../../money/countries.ts';
import { findSubjectCountries } from '../../../orders/find-subject-countries.ts';
import { isUuid } from '../../../values/is-uuid.ts';
import type { Language } from '../../../values/language.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { nameCountry } from '../components/name-country.ts';
import type { PageRoutes } from '../access/page-routes.ts';

const PAGE = 50;
const KINDS = Object.keys(CHANGE_KINDS) as ChangeKind[];

const Day = Type.String({ format: 'date-or-empty', default: '' });
// A form that the browser sends itself names every field, even empty ones.
const Query = Type.Object({
  person: Type.String({ format: 'uuid-or-empty', default: '' }),
  kind: OneOf(['', ...KINDS], { default: '' }),
  subject: Type.String({ maxLength: 100, format: 'text', default: '' }),
  from: Day,
  to: Day,
  cursor: Type.Optional(Type.String({ maxLength: 100, format: 'text' })),
});

/** Shows the audit log. */
export function registerAudit({ view }: PageRoutes, { database }: Pick<DashboardDeps, 'database'>): void {
  view(ROUTES.audit.view, { shows: 'audit', query: Query }, async ({ member, query }) => {
    const { hostId, country } = member;
    const { cursor, ...filters } = query;
    const { lines, nextCursor } = await listChanges(database, {
      hostId,
      limit: PAGE,
      cursor: cursor ?? null,
      personId: filters.person || null,
      kind: filters.kind || null,
      subjectId: filters.subject || null,
      // Days are in the time zone of the host's country.
      from: filters.from || null,
      to: filters.to || null,
      timezone: COUNTRIES[country].timezone,
    });
    const subjects = lines.flatMap(({ subjectId }) =>
      subjectId !== null && isUuid(subjectId) ? [subjectId] : [],
    );
    const countries = await findSubjectCountries(database, hostId, [...new Set(subjects)]);
    const members = await listMembers(database, hostId);
    return {
      lines: lines.map((line) => ({
        ...line,
        at: line.at.toISOString(),
        before: withCountryNamed(line.before, member.language),
        after: withCountryNamed(line.after, member.language),
        currency: COUNTRIES[countries.get(line.subjectId ?? '') ?? country].currency,
      })),
      nextCursor,
      filters,
      people: members.map(({ personId, name, email }) => ({ personId, name, email })),
      kinds: KINDS,
    };
  });
}

/** The log has countries by their names on the wire. */
function withCountryNamed(
  fields: Record<string, unknown> | null,
  language: Language,
): Record<string, unknown> | null {
  const facts = COUNTRIES[fields?.['country'] as Country] as (typeof COUNTRIES)[Country] | undefined;
  return facts ? { ...fields, country: nameCountry(facts.region, language) } : fields;
}
