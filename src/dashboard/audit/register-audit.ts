import type { HttpServer } from '../../http/server.ts';
import type { DashboardParts } from '../dashboard-parts.ts';

/** Who did what. */
export function registerAudit(_scope: HttpServer, _parts: DashboardParts): void {}
