/** The public page of an event: the link that hosts share. */
export const publicEventUrl = (publicUrl: string, slug: string): string => `${publicUrl}/events/${slug}`;

/** The public page of a host. */
export const publicHostUrl = (publicUrl: string, slug: string): string => `${publicUrl}/hosts/${slug}`;
