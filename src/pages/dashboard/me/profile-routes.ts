import type { FastifyReply, FastifyRequest } from 'fastify';
import { changeName } from '../../../people/change-name.ts';
import { changePassword, renewSignIn } from '../../../people/change-password.ts';
import { hashPassword } from '../../../people/password-hash.ts';
import { provePassword } from '../../../people/prove-password.ts';
import { requireGoodPassword } from '../../../people/require-good-password.ts';
import { listHostsOf } from '../../../hosts/members/find-member.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { actorOf, sessionOf } from '../access/find-visitor.ts';
import { NameBody } from './bodies.ts';
import { ChangePasswordBody, PasswordBody } from '../second-step/password-body.ts';

/** Name and password. */
export function registerProfile(scope: HttpServer, deps: DashboardDeps): void {
  const { database, change, cookie, sendView } = deps;
  const proofOf = (request: FastifyRequest) => {
    const { personId, sessionId } = sessionOf(request);
    return { actor: actorOf(request), personId, sessionId };
  };
  const answer = (reply: FastifyReply, { token }: { token: string }): object => {
    cookie.write(reply, token);
    return {};
  };

  scope.get(ROUTES.me.profile.path, async (request, reply) => {
    const { name, email } = sessionOf(request);
    return sendView(request, reply, { view: 'me', data: { name, email } });
  });

  scope.patch(ROUTES.me.changeName.path, { schema: { body: NameBody } }, async (request) => {
    const name = request.body.name.trim();
    await change(request, (tx) => changeName(tx, { ...proofOf(request), name }));
    return {};
  });

  scope.post(ROUTES.me.confirmPassword.path, { schema: { body: PasswordBody } }, async (request, reply) => {
    const proof = proofOf(request);
    await provePassword(database, { ...proof, password: request.body.password, field: 'password' });
    return answer(reply, await change(request, (tx) => renewSignIn(tx, proof)));
  });

  scope.post(
    ROUTES.me.changePassword.path,
    { schema: { body: ChangePasswordBody } },
    async (request, reply) => {
      const proof = proofOf(request);
      const { current, password } = request.body;
      const { email, name } = sessionOf(request);
      const hosts = await listHostsOf(database, proof.personId);
      requireGoodPassword(password, { about: [email, name, ...hosts.map((host) => host.name)] });
      await provePassword(database, { ...proof, password: current, field: 'current' });
      const passwordHash = await hashPassword(password);
      return answer(reply, await change(request, (tx) => changePassword(tx, { ...proof, passwordHash })));
    },
  );
}
