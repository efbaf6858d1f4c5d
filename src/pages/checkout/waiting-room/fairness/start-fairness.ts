import type { FairnessData } from '../contract.ts';
import { findPlace } from '../saved-place.ts';
import { checkDraw, type DrawCheck } from './check-draw.ts';
import type { Texts as Words } from './texts/texts.ts';

/** The check that a buyer's own browser makes. The page says everything else without it. */
export function startFairness(words: Words): void {
  const button = document.getElementById('check');
  const json = document.getElementById('page-data')?.textContent;
  if (!button || !json) return;
  const data = JSON.parse(json) as FairnessData;
  button.addEventListener('click', () => {
    const outcome = document.getElementById('outcome');
    if (!outcome) return;
    outcome.textContent = words.working;
    void check(data, words).then((sentence) => (outcome.textContent = sentence));
  });
}

async function check({ slug, path, locale }: FairnessData, words: Words): Promise<string> {
  // Not there on pages without https.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return words.insecure;
  const place = findPlace(() => localStorage, slug, location.search);
  const answer = await fetch(`${path}/draw`, { credentials: 'omit' }).catch(() => null);
  if (!answer?.ok) return words.failed;
  const list = await answer.text().catch(() => '');
  const entry = place.token === null ? null : place.id;
  return describe(await checkDraw(list, { entry, toldHash: place.seedHash }, subtle), words, locale);
}

function describe(found: DrawCheck, words: Words, locale: string): string {
  if (!found.isRight) return words.wrong[found.problem];
  const write = (count: number): string => new Intl.NumberFormat(locale).format(count);
  const { place, count, checked } = found;
  const own = place === null ? words.noPlace : words.ownPlace({ place: write(place), count: write(count) });
  return `${words.right({ count: checked, written: write(checked) })} ${own}`;
}
