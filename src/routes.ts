import { BUYER_ROUTES } from './routes/buyer-routes.ts';
import { CHECK_IN_ROUTES } from './routes/check-in-routes.ts';
import { DASHBOARD_ROUTES } from './routes/dashboard-routes.ts';
import { DEVELOPMENT_ROUTES } from './routes/development-routes.ts';
import { EVENT_ROUTES } from './routes/event-routes.ts';
import { SALES_ROUTES } from './routes/sales-routes.ts';
import { SCANNER_ROUTES } from './routes/scanner-routes.ts';
import { WAITING_ROOM_ROUTES } from './routes/waiting-room-routes.ts';
import type { Route } from './routes/route.ts';

export type { Route } from './routes/route.ts';

/**
 * Every address that the product answers, by its entry point. Entry points take their paths from here, and a route that is
 * not in this table does not get registered: http/known-routes.ts.
 */
export const ROUTES = {
  ...BUYER_ROUTES,
  ...DASHBOARD_ROUTES,
  ...EVENT_ROUTES,
  ...SALES_ROUTES,
  ...SCANNER_ROUTES,
  ...CHECK_IN_ROUTES,
  ...WAITING_ROOM_ROUTES,
  ...DEVELOPMENT_ROUTES,
} satisfies Record<string, Record<string, Route>>;

export const ALL_ROUTES: readonly Route[] = Object.values(ROUTES).flatMap((group) =>
  Object.values<Route>(group),
);
