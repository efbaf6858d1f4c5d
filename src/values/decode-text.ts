/**
 * The text of a file, whose encoding nobody says: UTF-16 by its mark, else UTF-8 where it is that, else the Windows code page of Western
 * Europe, in which banks still write. There every byte means something, so a wrong guess shows in the letters and never in the digits.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
