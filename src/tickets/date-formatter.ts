// A locale, a timezone and a way to write. More than hosts of one deployment use at a time.
const MAX_FORMATTERS = 500;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Kept by what it is made of: to make one takes longer than a hundred uses. */
export function dateFormatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    if (formatters.size >= MAX_FORMATTERS) formatters.clear();
    formatter = new Intl.DateTimeFormat(locale, options);
    formatters.set(key, formatter);
  }
  return formatter;
}
