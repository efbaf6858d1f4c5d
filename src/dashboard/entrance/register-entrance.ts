import type { HttpServer } from '../../http/server.ts';
import type { DashboardParts } from '../dashboard-parts.ts';

/** Signing up and in: plain forms that work without a script. */
export function registerEntrance(_scope: HttpServer, _parts: DashboardParts): void {}
