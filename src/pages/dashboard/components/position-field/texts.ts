import type { PositionProblem } from '../../../../values/read-position.ts';
import { pageTexts } from '../../texts/page-texts.ts';

const en = {
  placeholder: 'Paste a map link or coordinates',
  check: 'Check it on a map',
  here: 'Use my location',
  finding: 'Finding your location…',
  clear: 'Clear',
  within: (metres: number) =>
    `May be off by ${metres < 1000 ? `${metres} m` : `${Math.ceil(metres / 1000)} km`}.`,
  refused:
    'Your browser blocked your location. Allow it in the browser’s settings for this site, or paste a link.',
  unavailable: 'We could not find your location. Try again, or paste a link.',
  problem: (problem: PositionProblem): string =>
    ({
      short_link: 'We can’t read short links. Open it, then copy the full address.',
      short_code: 'We can’t read short plus codes. Paste the full code, e.g. 6FR5CCGC+6P, or a link.',
      out_of_range:
        'This place does not exist. Enter the latitude first (-90 to 90), then the longitude (-180 to 180).',
      unknown: 'We can’t find a place in this. Paste a map link, or numbers such as 6.4281, 3.4219.',
    })[problem],
};

export const usePositionTexts = pageTexts({ en, fr: en });
