import type { HttpServer } from '../../http/server.ts';
import type { DashboardParts } from '../dashboard-parts.ts';

/** The person's own account. */
export function registerMe(_scope: HttpServer, _parts: DashboardParts): void {}
