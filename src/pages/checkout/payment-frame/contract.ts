import type { ScriptWords } from '../../../payments/gateway.ts';
import type { Theme } from '../../../rules/theme.ts';
import type { Language } from '../../../values/language.ts';

/** A gateway's script, and the one page that may hear from it. */
export type FramedScript = {
  words: ScriptWords;
  script: string;
  /** The origin of the checkout, which this document is a frame of. */
  checkout: string;
};

export type PaymentFramePage = {
  language: Language;
  theme: Theme | null;
  /** `over`: there is nothing to pay here any more. `away`: the gateway did not say how. */
  framed: FramedScript | 'over' | 'away';
};
