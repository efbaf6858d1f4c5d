import { changeLanguage } from '../../../people/change-language.ts';
import { changeName } from '../../../people/change-name.ts';
import { changePassword, renewSignIn } from '../../../people/passwords/change-password.ts';
import { hashPassword } from '../../../people/passwords/password-hash.ts';
import { provePassword } from '../../../people/passwords/prove-password.ts';
import { requireGoodPassword } from '../../../people/passwords/require-good-password.ts';
import { listHostsOf } from '../../../hosts/members/find-member.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { readLanguage } from '../../../values/language.ts';
import { browserLanguage } from '../access/reader-language.ts';
import { LanguageBody, NameBody } from './bodies.ts';
import { ChangePasswordBody, PasswordBody } from '../second-step/password-body.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** Name and password. */
export function registerProfile(
  { view, answer, change }: PageRoutes,
  { database, cookie }: Pick<DashboardDeps, 'database' | 'cookie'>,
): void {
  const routes = ROUTES.me;
  view(routes.profile, { shows: 'me' }, ({ session: { name, email, language }, request }) => ({
    name,
    email,
    language: readLanguage(language),
    browserLanguage: browserLanguage(request),
  }));

  change(routes.changeName, { body: NameBody }, (tx, { actor, name }, { session: { personId } }) =>
    changeName(tx, { actor, personId, name: name.trim() }),
  );

  change(
    routes.changeLanguage,
    { body: LanguageBody },
    (tx, { actor, language }, { session: { personId } }) =>
      changeLanguage(tx, { actor, personId, language: readLanguage(language) }),
  );

  answer(
    routes.confirmPassword,
    { body: PasswordBody },
    async ({ session, actor, body, inChange, reply }) => {
      const { personId, sessionId } = session;
      const proof = { actor, personId, sessionId };
      await provePassword(database, { ...proof, password: body.password, field: 'password' });
      cookie.write(reply, (await inChange((tx) => renewSignIn(tx, proof))).token);
    },
  );

  answer(
    routes.changePassword,
    { body: ChangePasswordBody },
    async ({ session, actor, body: { current, password }, inChange, reply }) => {
      const { personId, sessionId, email, name } = session;
      const proof = { actor, personId, sessionId };
      const hosts = await listHostsOf(database, personId);
      requireGoodPassword(password, { about: [email, name, ...hosts.map((host) => host.name)] });
      await provePassword(database, { ...proof, password: current, field: 'current' });
      const passwordHash = await hashPassword(password);
      cookie.write(reply, (await inChange((tx) => changePassword(tx, { ...proof, passwordHash }))).token);
    },
  );
}
