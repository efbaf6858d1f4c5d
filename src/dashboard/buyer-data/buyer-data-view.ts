export type BuyerDataView = Record<string, never>;
