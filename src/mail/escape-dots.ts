const CR_LF = '\r\n';
const LINE_THAT_BEGINS_WITH_A_DOT = /(^|\r\n)\./g;
const HALF_A_LINE_END = /\r(?!\n)|(?<!\r)\n/;

/**
 * A whole message with a second dot before each line that begins with one, so that no line of it ends the mail (RFC 5321, 4.5.2). Null
 * where a line does not end with CR LF: that is for others to mend.
 */
export function escapeDots(message: Buffer): Buffer | null {
  const text = message.toString('latin1');
  if (HALF_A_LINE_END.test(text)) return null;
  if (text[0] !== '.' && !text.includes(`${CR_LF}.`)) return message;
  return Buffer.from(text.replace(LINE_THAT_BEGINS_WITH_A_DOT, '$1..'), 'latin1');
}
