import { pageTexts } from '../texts/page-texts.ts';
import { textsIn, type Texts } from './texts/texts.ts';
import type { Preset } from './type-dialog.tsx';

/** Common ticket types to start with. */
const listPresets = ({ presetTypes: say }: Texts): Preset[] => [
  { name: say.free, description: '', priceMinor: 0, maximumPerOrder: 4 },
  { name: say.regular, description: '', priceMinor: '', maximumPerOrder: 10 },
  { name: say.vip, description: say.vipIncludes, priceMinor: '', maximumPerOrder: 6 },
  { name: say.earlyBird, description: say.earlyBirdIncludes, priceMinor: '', maximumPerOrder: 6 },
];

export const useEventTicketsTexts = pageTexts((language) => {
  const texts = textsIn(language);
  return { ...texts, presetList: listPresets(texts) };
});
