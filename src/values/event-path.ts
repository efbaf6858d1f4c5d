// The dashboard's page runs this too: nothing here may need Node.

/** Where an event begins for a member, below the host's address: its overview, or for those at the door its check-in. */
export const eventPath = (eventId: string, { seesFigures }: { seesFigures: boolean }): string =>
  `/events/${eventId}${seesFigures ? '' : '/check-in'}`;
