import type { HttpServer } from '../../http/server.ts';
import type { DashboardParts } from '../dashboard-parts.ts';

/** Which gateway takes a host's payments. */
export function registerPaymentAccounts(_scope: HttpServer, _parts: DashboardParts): void {}
