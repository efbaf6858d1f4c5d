// The browser runs this too: nothing here may need Node.

/** A member's first page of an event, below the host's address: its overview, or check-in for door staff. */
export const eventPath = (eventId: string, { seesFigures }: { seesFigures: boolean }): string =>
  `/events/${eventId}${seesFigures ? '' : '/check-in'}`;
