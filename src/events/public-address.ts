/** Where anybody reads about an event and buys: the link that hosts share. */
export const publicEventUrl = (publicUrl: string, slug: string): string => `${publicUrl}/events/${slug}`;

/** Where anybody sees what a host has on. */
export const publicHostUrl = (publicUrl: string, slug: string): string => `${publicUrl}/hosts/${slug}`;
