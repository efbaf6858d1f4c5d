// The dashboard's page runs this too: nothing here may need Node.

const DIGITS = '23456789CFGHJMPQRVWX';
const FULL = new RegExp(`^[23456789C][${DIGITS.slice(0, 18)}][${DIGITS}]{6}\\+[${DIGITS}]{2,7}$`);
const SHORT = new RegExp(`^(?:[${DIGITS}]{2}){1,3}\\+[${DIGITS}]{2,7}$`);

/** One that counts on a town near by, such as `CCGC+6P Lagos`: without a map of all towns nobody knows where it is. */
export const isShortPlusCode = (code: string): boolean => SHORT.test(code);

/** The middle of the square that a full plus code names, such as `6FR5CCGC+6P`. One of less than ten digits is a whole district: null. */
export function readPlusCode(code: string): { lat: number; lng: number } | null {
  if (!FULL.test(code)) return null;
  const digits = Array.from(code.replace('+', ''), (digit) => DIGITS.indexOf(digit));
  // Counted in whole squares from the south pole and the date line, and divided once: nothing is rounded on the way.
  const [lat, lng] = [
    { squares: 0, perDegree: 1 / 400 },
    { squares: 0, perDegree: 1 / 400 },
  ];
  const step = (axis: typeof lat, digit: number, base: number): void => {
    axis.squares = axis.squares * base + digit;
    axis.perDegree *= base;
  };
  // Five pairs of digits; each one after them parts a square into four columns and five rows.
  digits.slice(0, 10).forEach((digit, at) => step(at % 2 === 0 ? lat : lng, digit, 20));
  for (const digit of digits.slice(10)) {
    step(lat, Math.floor(digit / 4), 5);
    step(lng, digit % 4, 4);
  }
  const middle = ({ squares, perDegree }: typeof lat, start: number): number => {
    const scale = Math.round(perDegree);
    return (squares + 0.5 - start * scale) / scale;
  };
  return { lat: middle(lat, 90), lng: middle(lng, 180) };
}
