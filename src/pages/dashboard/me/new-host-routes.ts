import { signUpLimits } from '../../../attempts/attempt-limits.ts';
import { countAttempt } from '../../../attempts/count-attempt.ts';
import { createAnotherHost, describeObstacle } from '../../../hosts/create-another-host.ts';
import { limitAddress } from '../../../http/client-address.ts';
import { readerLanguage } from '../access/reader-language.ts';
import { nameCountries } from '../components/name-country.ts';
import { COUNTRY_CHOICES } from '../../../money/countries.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { NewHostBody } from './bodies.ts';

/** Another host for the same account, by the rules of sign-up. */
export function registerNewHost(
  { view, answer }: PageRoutes,
  { database, secretKeys, signUp }: Pick<DashboardDeps, 'database' | 'secretKeys' | 'signUp'>,
): void {
  view(ROUTES.me.newHost, { shows: 'newHost' }, async ({ session: { personId }, request }) => ({
    obstacle: await describeObstacle(database, { personId, signUp }),
    countries: nameCountries(COUNTRY_CHOICES, readerLanguage(request)),
  }));

  answer(
    ROUTES.me.createHost,
    { body: NewHostBody, status: 201 },
    async ({ session: { personId }, actor, body, inChange, request }) => {
      // Counted with those who sign up: it makes the same.
      await countAttempt(database, signUpLimits(limitAddress(request.clientAddress)));
      return inChange((tx) => createAnotherHost(tx, secretKeys, { ...body, personId, actor, signUp }));
    },
  );
}
