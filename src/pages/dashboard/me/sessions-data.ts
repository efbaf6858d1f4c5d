/** Where somebody is signed in. Dates are in ISO 8601. */
export type SessionsView = {
  sessions: {
    sessionId: string;
    startedAt: string;
    lastUsedAt: string;
    address: string | null;
    /** Null: it can't be told. */
    browser: string | null;
    system: string | null;
    isThisOne: boolean;
  }[];
};
