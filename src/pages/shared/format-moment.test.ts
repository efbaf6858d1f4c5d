import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMoment, momentElsewhere, writeMoment } from './format-moment.ts';

const LAGOS = { locale: 'en-NG', timezone: 'Africa/Lagos' };
const STARTS_AT = '2027-03-06T18:00:00.000Z';

test('an event’s time is that of its place', () => {
  const { date, time } = formatMoment(STARTS_AT, LAGOS);
  assert.match(date, /6 Mar 2027/);
  assert.match(time, /19:00|7:00/);
});

test('the buyer’s clock is shown only where it shows something else', () => {
  const elsewhere = (buyersTimezone: string) => momentElsewhere(STARTS_AT, { ...LAGOS, buyersTimezone });
  assert.equal(elsewhere('Africa/Lagos'), null);
  assert.equal(elsewhere('Africa/Luanda'), null);
  assert.match(elsewhere('Africa/Johannesburg') ?? '', /^20:00$|^8:00/);
  assert.match(elsewhere('Asia/Tokyo') ?? '', /7 Mar/);
});

test('a moment of the dashboard names its clock: whoever reads it, wherever they are, reads the same', () => {
  const at = '2027-03-06T13:03:00.000Z';
  const lagos = { locale: 'en-NG', timezone: 'Africa/Lagos' };
  assert.match(writeMoment(at, lagos), /^6 Mar 2027, 14:03 (WAT|GMT\+1)$/);
  assert.match(writeMoment(at, { locale: 'en-GH', timezone: 'Africa/Accra' }), / (01:03 pm|13:03) GMT$/);
  assert.match(
    writeMoment(at, lagos, { day: undefined, month: undefined, year: undefined }),
    /^14:03 (WAT|GMT\+1)$/,
  );
});
