/**
 * The text of one member of a JSON object, exactly as it was sent: `1.0` stays `1.0`, and digits beyond 2^53 stay digits.
 * The text must have passed JSON.parse already; of a name that occurs twice the last counts, as it does there.
 */
export function rawMember(json: string, name: string): string | null {
  const found = [...membersOf(json)].findLast(({ key }) => key === name);
  return found ? json.slice(found.start, found.end) : null;
}

/** The same object with nothing in that member, where it is an object. */
export function emptyMember(json: string, name: string): string {
  let emptied = '';
  let from = 0;
  for (const { key, start, end } of membersOf(json)) {
    if (key !== name || json[start] !== '{') continue;
    emptied += `${json.slice(from, start)}{}`;
    from = end;
  }
  return emptied + json.slice(from);
}

/** The position of each member's value. */
function* membersOf(json: string): Generator<{ key: string; start: number; end: number }> {
  let at = skipSpace(json, json.indexOf('{') + 1);
  while (json[at] === '"') {
    const keyEnd = endOfValue(json, at);
    const key = JSON.parse(json.slice(at, keyEnd)) as string;
    const start = skipSpace(json, skipSpace(json, keyEnd) + 1);
    const end = endOfValue(json, start);
    yield { key, start, end };
    at = skipSpace(json, end);
    if (json[at] === ',') at = skipSpace(json, at + 1);
  }
}

function skipSpace(json: string, from: number): number {
  let at = from;
  while (at < json.length && ' \t\n\r'.includes(json.charAt(at))) at += 1;
  return at;
}

function endOfValue(json: string, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') {
      at += 1;
      while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
      if (depth === 0) return at + 1;
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      // A number, true, false or null that ends with the object around it.
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (character === ',' || ' \t\n\r'.includes(character ?? ''))) return at;
  }
  return json.length;
}
