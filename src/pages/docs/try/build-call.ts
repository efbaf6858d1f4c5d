export interface Call {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

interface Filled {
  readonly name: string;
  readonly place: string | undefined;
  readonly value: string;
}

/** The call that a form describes. A field that is empty is not sent; the key is in a header, and never in the address. */
export function buildCall(
  { method, path, key }: { method: string; path: string; key: string | null },
  fields: readonly Filled[],
  body: { type: string; text: string } | null,
): Call {
  const query = new URLSearchParams();
  const headers: Record<string, string> = { Accept: 'application/json' };
  let address = path;
  if (key !== null) headers['Authorization'] = `Bearer ${key}`;
  if (body !== null) headers['Content-Type'] = body.type;
  for (const { name, place, value } of fields) {
    if (place === 'path') address = address.replaceAll(`{${name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (place === 'query') query.set(name, value);
    else headers[name] = value;
  }
  return {
    url: query.size === 0 ? address : `${address}?${query.toString()}`,
    method,
    headers,
    body: body?.text ?? null,
  };
}
