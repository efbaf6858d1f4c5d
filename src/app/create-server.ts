import { createFastLane } from '../api/fast-lane.ts';
import { registerHealth } from '../api/health.ts';
import { registerProbes } from '../api/probes.ts';
import { createStateLane } from '../pages/checkout/waiting-room/server/state-lane.ts';
import { createAnswerToPeople } from '../pages/notice/server/answer-people.ts';
import { createDrain } from '../http/drain.ts';
import { keepOriginsApart, keepPaymentFramesApart } from '../http/keep-origins-apart.ts';
import { registerKnownRoutesOnly } from '../http/known-routes.ts';
import { createRequestIds } from '../http/request-id.ts';
import { createHttpServer } from '../http/server.ts';
import { shedLoad } from '../http/shed-load.ts';
import { watchRequests } from '../http/watch-requests.ts';
import { ALL_ROUTES } from '../routes.ts';
import type { AppConfig } from './app-config.ts';
import type { Components, PageComponents } from './components.ts';

/** The HTTP server with the rules for every route, and none registered yet. */
export function createServer(config: AppConfig, components: PageComponents) {
  const { logger, database, metrics } = components;
  const { requests, onShed } = metrics;
  const { sendsHsts, maxConnections } = config;
  const requestIds = createRequestIds(config.processId);
  const fastLane = createFastLane({
    ...components,
    requestIds,
    requests,
    sendsHsts,
  });
  const stateLane = createStateLane({ ...components, requestIds, requests, sendsHsts });
  const drain = createDrain({ balancerMs: config.drainSeconds * 1_000 });
  const http = createHttpServer({
    requestIds,
    logger,
    sendsHsts,
    maxConnections,
    drain,
    // The framework logs every request: at that level all of them go through it.
    ...(config.logLevel !== 'debug' && {
      takeFastLane: (framework) => fastLane.wrap(stateLane.wrap(framework)),
    }),
    answerPeople: createAnswerToPeople({ ...config, ...components }),
  });
  registerKnownRoutesOnly(http, ALL_ROUTES);
  keepOriginsApart(http, config);
  keepPaymentFramesApart(http, config.paymentFrameUrl);
  watchRequests(http, requests);
  const queriesWaiting = database.waitingCount;
  registerProbes(http, drain);
  shedLoad(http, { logger, queriesWaiting, aheadOfFramework: fastLane.underWay, onShed });
  return { http, drain, fastLane, stateLane };
}

/** All that a process answers which only works: whether it can. */
export function createHealthServer(config: AppConfig, components: Components) {
  const { maxConnections, processId } = config;
  const requestIds = createRequestIds(processId);
  const drain = createDrain({ balancerMs: config.drainSeconds * 1_000 });
  const http = createHttpServer({ requestIds, logger: components.logger, maxConnections, drain });
  registerKnownRoutesOnly(http, ALL_ROUTES);
  registerHealth(http, components);
  registerProbes(http, drain);
  return { http, drain };
}
