import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static, type TSchema, type TUnknown } from 'typebox';
import type { Actor } from '../../../audit/actor.ts';
import type { Transaction } from '../../../db/database.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { Session } from '../../../people/sessions/sessions.ts';
import type { Route } from '../../../routes.ts';
import type { ViewName, Views } from '../contract.ts';
import type { Change } from './change.ts';
import { actorOf, memberOf, sessionOf } from './find-visitor.ts';
import type { Reader } from './reader-language.ts';
import type { SendView } from './send-view.ts';

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parameters of a path: `/hosts/:hostId/keys/:keyId` has a `hostId` and a `keyId`. */
type Params<Path extends string> = Record<Names<Path>, string>;

/** A request, checked by the schemas of its route. */
type Asked<Path extends string, Body extends TSchema, Query extends TSchema> = {
  params: Params<Path>;
  body: Static<Body>;
  query: Static<Query>;
  readonly member: Reader;
  readonly session: Session;
  readonly actor: Actor;
  /** Makes a change: in a transaction that names its actor and leaves a line in the audit log. */
  inChange: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** The input of an action: the body, the path's ids, and the actor. */
type Input<Path extends string, Body extends TSchema> = Static<Body> & Params<Path> & { actor: Actor };

type Options<Body extends TSchema, Query extends TSchema> = { body?: Body; query?: Query; status?: 201 };

/** Registers a page's routes. Each checks the path's ids, the query and the body before it calls anything. */
export type PageRoutes = {
  /** For hooks, and for routes of another kind. */
  scope: HttpServer;
  /** The same for routes of an inner scope. */
  within(scope: HttpServer): PageRoutes;
  /** Answers with the result of `work`; `{}` for none. */
  answer<Path extends string, Body extends TSchema = TUnknown, Query extends TSchema = TUnknown>(
    route: Route<Path>,
    options: Options<Body, Query>,
    work: (asked: Asked<Path, Body, Query>) => unknown,
  ): void;
  /** The same, by one action in a transaction. */
  change<Path extends string, Body extends TSchema = TUnknown>(
    route: Route<Path>,
    options: Options<Body, TUnknown>,
    act: (tx: Transaction, input: Input<Path, Body>, asked: Asked<Path, Body, TUnknown>) => Promise<unknown>,
  ): void;
  /** Shows a view: a page to people, its data to the page's script. */
  view<Path extends string, Name extends ViewName, Query extends TSchema = TUnknown>(
    route: Route<Path>,
    options: { shows: Name; query?: Query },
    load: (asked: Asked<Path, TUnknown, Query>) => Promise<Views[Name]> | Views[Name],
  ): void;
};

export function createPageRoutes(
  scope: HttpServer,
  deps: { change: Change; sendView: SendView },
): PageRoutes {
  const answer: PageRoutes['answer'] = (route, { body, query, status = 200 }, work) => {
    const schema = {
      params: paramsOf(route.path),
      ...(query && { querystring: query }),
      ...(body && { body }),
    };
    scope.route({
      method: route.method,
      url: route.path,
      schema,
      // Nobody would receive a stream or a file.
      exposeHeadRoute: !route.isStream,
      async handler(request, reply) {
        const answered = await work(ask(request, reply, deps.change));
        return reply.sent || answered === reply ? reply : reply.code(status).send(answered ?? {});
      },
    });
  };
  return {
    scope,
    within: (inner) => createPageRoutes(inner, deps),
    answer,
    change: (route, options, act) =>
      answer(route, options, (asked) => asked.inChange((tx) => act(tx, inputOf(asked), asked))),
    view: (route, { shows, ...options }, load) =>
      answer(route, options, async (asked) =>
        deps.sendView(asked.request, asked.reply, { view: shows, data: await load(asked) }),
      ),
  };
}

// The path wins over the body.
const inputOf = <Path extends string, Body extends TSchema>(asked: Asked<Path, Body, TUnknown>) =>
  ({ ...(asked.body as object), ...asked.params, actor: asked.actor }) as Input<Path, Body>;

// `TSR` and four groups of four.
const REFERENCE_CHARACTERS = 23;

const BY_NAME: Record<string, TSchema | undefined> = {
  reference: Type.String({ maxLength: REFERENCE_CHARACTERS }),
  gateway: Type.String({ maxLength: 20 }),
  kind: Type.String({ maxLength: 20 }),
};

/** A path names things by id, orders by reference, and gateways by name. */
function paramsOf(path: string): TSchema {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return Type.Object(Object.fromEntries(names.map((name) => [name, BY_NAME[name] ?? Id()])));
}

function ask<Path extends string, Body extends TSchema, Query extends TSchema>(
  request: FastifyRequest,
  reply: FastifyReply,
  change: Change,
): Asked<Path, Body, Query> {
  return {
    // The host's id as the database writes it.
    params: { ...(request.params as Params<Path>), ...(request.member && { hostId: request.member.hostId }) },
    body: request.body as Static<Body>,
    query: request.query as Static<Query>,
    get member() {
      return memberOf(request);
    },
    get session() {
      return sessionOf(request);
    },
    get actor() {
      return actorOf(request);
    },
    inChange: (work) => change(request, work),
    request,
    reply,
  };
}
