import type { Language } from '../../values/language.ts';
import type { PostalAddress } from '../invoice.ts';

// By libaddressinput. Elsewhere the code stands before the place.
const CODE_BEHIND_PLACE = new Set(
  `AC AF AI AS AU BB BD BH BM BN BR BT CA CC CO CR CU CX EG FK FM GB GG GI GS GU HM HN HU ID IE IL IM IN IO IQ IR JE JO JP KE KH KR KY LB
   LK LS LV MH MM MN MP MT MV NA NF NG NP NZ PE PG PH PK PN PR PW RU SA SD SG SH SO SZ TA TC TH UA UM US VC VE VG VI VN ZA`.split(
    /\s+/,
  ),
);

/** As letters have it, the country last and in the reader's language. */
export function addressLines(address: PostalAddress, language: Language): string[] {
  const { lines, postalCode, city, region, countryCode } = address;
  const place = CODE_BEHIND_PLACE.has(countryCode)
    ? [city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
    : [[postalCode, city].filter(Boolean).join(' '), region].filter(Boolean).join(', ');
  const country = new Intl.DisplayNames(language, { type: 'region' }).of(countryCode) ?? countryCode;
  return [...lines, place, country].filter(Boolean);
}
