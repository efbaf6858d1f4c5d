/** What a host's first page shows. */
export type HomeView = { events: { eventId: string; slug: string; name: string }[] };
