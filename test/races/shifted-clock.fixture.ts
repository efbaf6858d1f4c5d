// Loaded before the program: its clock, and nobody else's, is moved by so many milliseconds.
import { ServerResponse } from 'node:http';

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

// Node took its clock for the Date header before this was loaded.
const writeHead = ServerResponse.prototype.writeHead as (...parts: unknown[]) => ServerResponse;
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...parts: unknown[]) {
  if (!this.hasHeader('date')) this.setHeader('date', new Date().toUTCString());
  return writeHead.apply(this, parts);
};

process.stderr.write(`the clock says ${new Date().toISOString()}\n`);
