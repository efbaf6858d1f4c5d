/** The person's sessions. Dates are in ISO 8601. */
export type SessionsView = {
  sessions: {
    sessionId: string;
    startedAt: string;
    lastUsedAt: string;
    address: string | null;
    /** Null if unknown. */
    browser: string | null;
    system: string | null;
    isThisOne: boolean;
  }[];
};
