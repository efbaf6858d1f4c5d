// Loaded before the program: its clock, and nobody else's, is moved by so many milliseconds.

const shiftMs = Number(process.env['CLOCK_SHIFT_MS']);
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...parts: unknown[]) {
    if (parts.length === 0) super(RealDate.now() + shiftMs);
    else super(...(parts as [number]));
  }

  static override now(): number {
    return RealDate.now() + shiftMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
process.stderr.write(`the clock says ${new Date().toISOString()}\n`);
