import { MAX_PLAN_DEPTH, MAX_PLAN_ENTRIES, MAX_PLAN_PARTS } from './limits.ts';

/** Looked at before it is parsed: what is too much for a plan is refused before it takes any memory. */
export function measureJson(text: string): 'too deep' | 'too much' | null {
  let [depth, parts, entries] = [0, 0, 0];
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (isText) {
      if (sign === BACKSLASH) at += 1;
      else if (sign === QUOTE) isText = false;
    } else if (sign === QUOTE) isText = true;
    else if (sign === COMMA) entries += 1;
    else if (sign === BRACE + 2 || sign === BRACKET + 2) depth -= 1;
    else if (sign === BRACE || sign === BRACKET) {
      [depth, parts] = [depth + 1, parts + 1];
      if (depth > MAX_PLAN_DEPTH) return 'too deep';
    }
    if (parts > MAX_PLAN_PARTS || entries > MAX_PLAN_ENTRIES) return 'too much';
  }
  return null;
}

const [QUOTE, BACKSLASH, BRACE, BRACKET, COMMA] = [0x22, 0x5c, 0x7b, 0x5b, 0x2c] as const;
