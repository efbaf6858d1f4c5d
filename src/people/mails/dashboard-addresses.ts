import type { TokenPurpose } from './make-mailed-token.ts';

const PAGES = {
  confirm_email: 'confirm-email',
  reset_password: 'reset-password',
  change_email: 'change-email',
  invitation: 'invitation',
} as const satisfies Record<TokenPurpose | 'invitation', string>;

/** Made of DASHBOARD_URL and never of what a request says: who asks for a mail does not choose where its links lead. */
export const linkOf = (dashboardUrl: string, page: keyof typeof PAGES, token: string): string =>
  `${dashboardUrl}/${PAGES[page]}/${token}`;

export const signInAddress = (dashboardUrl: string): string => `${dashboardUrl}/sign-in`;
export const resetAddress = (dashboardUrl: string): string => `${dashboardUrl}/reset-password`;

export const hostAddress = (dashboardUrl: string, hostId: string): string =>
  `${dashboardUrl}/hosts/${hostId}`;
export const orderAddress = (
  dashboardUrl: string,
  { hostId, reference }: { hostId: string; reference: string },
): string => `${hostAddress(dashboardUrl, hostId)}/orders/${reference}`;
type OfEvent = { hostId: string; eventId: string };
export const eventAddress = (dashboardUrl: string, { hostId, eventId }: OfEvent): string =>
  `${hostAddress(dashboardUrl, hostId)}/events/${eventId}`;
export const integrationsAddress = (dashboardUrl: string, event: OfEvent): string =>
  `${eventAddress(dashboardUrl, event)}/integrations`;
