import type { HttpServer } from '../../http/server.ts';
import type { DashboardParts } from '../dashboard-parts.ts';

/** What a host says of itself, and how it sells. */
export function registerSettings(_scope: HttpServer, _parts: DashboardParts): void {}
