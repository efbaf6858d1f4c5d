/** The site of a passkey: it signs for pages of this origin, and for no other. */
export type PasskeySite = { rpId: string; origin: string };

/**
 * The site of DASHBOARD_URL. In development the page may be open as `localhost` at another port: there a passkey is
 * localhost's. An address in numbers can have none.
 */
export function passkeySite({
  dashboardUrl,
  isProduction,
  host,
}: {
  dashboardUrl: string;
  isProduction: boolean;
  /** The host that the browser says it asked. */
  host: string | undefined;
}): PasskeySite {
  if (!isProduction && host !== undefined && /^localhost(:\d{1,5})?$/.test(host)) {
    return { rpId: 'localhost', origin: `http://${host}` };
  }
  const { hostname, origin } = new URL(dashboardUrl);
  return { rpId: hostname, origin };
}
