/** How a language writes down what JSON can say. */
export interface LiteralStyle {
  readonly object: readonly [open: string, close: string];
  readonly array: readonly [open: string, close: string];
  /** The name of a member and what separates it from the value. */
  readonly member: (name: string) => string;
  readonly text: (text: string) => string;
  readonly words: { readonly true: string; readonly false: string; readonly null: string };
  readonly indent: string;
}

/** A value as a literal of many lines, of which all but the first are indented by `margin`. */
export function writeLiteral(style: LiteralStyle, value: unknown, margin = ''): string {
  if (typeof value === 'string') return style.text(value);
  if (value === true || value === false || value === null) return style.words[`${value}`];
  const inner = margin + style.indent;
  const lines = Array.isArray(value)
    ? value.map((item) => writeLiteral(style, item, inner))
    : typeof value === 'object'
      ? Object.entries(value).map(([name, item]) => style.member(name) + writeLiteral(style, item, inner))
      : null;
  if (lines === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? style.array : style.object;
  if (lines.length === 0) return open + close;
  return [open, ...lines.map((line) => `${inner}${line},`), margin + close].join('\n');
}
