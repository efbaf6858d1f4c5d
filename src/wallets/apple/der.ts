// The few values of DER (X.690) that a signature of a pass is made of.

/** A value with its tag and its length. */
export function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  const shortest = bytes.subarray(bytes.findIndex((byte) => byte > 0));
  return Buffer.concat([Buffer.of(tag, 0x80 | shortest.length), shortest, content]);
}

export const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
export const set = (...parts: Uint8Array[]): Buffer => der(0x31, ...parts);
export const octets = (bytes: Uint8Array): Buffer => der(0x04, bytes);
export const smallInteger = (value: number): Buffer => der(0x02, Buffer.of(value));
export const NULL = der(0x05);

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...others].flatMap((number) => {
    const digits = [number & 0x7f];
    for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128))
      digits.unshift((rest & 0x7f) | 0x80);
    return digits;
  });
  return der(0x06, Buffer.from(bytes));
}

/** Years from 1950 to 2049, which is what this form can say. */
export function utcTime(at: Date): Buffer {
  const text = at.toISOString().replaceAll(/[-:T]|\.\d{3}/g, '');
  return der(0x17, Buffer.from(text.slice(2), 'latin1'));
}

type Value = { tag: number; whole: Buffer; content: Buffer };

/** The values that follow each other in these bytes, which are DER already. */
export function readValues(bytes: Buffer): Value[] {
  const values: Value[] = [];
  for (let at = 0; at < bytes.length;) {
    const tag = bytes.readUInt8(at);
    const first = bytes.readUInt8(at + 1);
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
    const start = at + 2 + lengthBytes;
    values.push({
      tag,
      whole: bytes.subarray(at, start + length),
      content: bytes.subarray(start, start + length),
    });
    at = start + length;
  }
  return values;
}
