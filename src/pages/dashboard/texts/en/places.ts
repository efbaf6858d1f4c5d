import type { Country } from '../../../../money/countries.ts';

/** The names that each country gives to its regions. */
export const places = {
  NIGERIA: { state: 'State', lga: 'Local government area', stateSample: 'Lagos', lgaSample: 'Eti-Osa' },
  GHANA: {
    state: 'Region',
    lga: 'District',
    stateSample: 'Greater Accra',
    lgaSample: 'Accra Metropolitan',
  },
  SOUTH_AFRICA: {
    state: 'Province',
    lga: 'Municipality',
    stateSample: 'Gauteng',
    lgaSample: 'Johannesburg',
  },
} satisfies Record<Country, object>;
