/** How far back a chart of sales goes: to the first sale, or less far. */
export const SALES_PERIODS = ['all', 'hour', 'day', 'week', 'month', 'year'] as const;
export type SalesPeriod = (typeof SALES_PERIODS)[number];
