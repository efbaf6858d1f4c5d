import type { HttpServer } from '../../http/server.ts';
import type { DashboardParts } from '../dashboard-parts.ts';

/** The members of a host, and who is invited. */
export function registerTeam(_scope: HttpServer, _parts: DashboardParts): void {}
