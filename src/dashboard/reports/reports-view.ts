export type ReportsView = Record<string, never>;
