// Written by `npm run countries`, from ISO 4217. `Intl` knows other decimals of some, by its version: stored amounts need the same ones for good.

export const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
export const WITH_THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND';
