import type { HttpServer } from '../../http/server.ts';
import type { DashboardParts } from '../dashboard-parts.ts';

/** Finds events and orders of a host. */
export function registerSearch(_scope: HttpServer, _parts: DashboardParts): void {}
