import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MAX_POSITION_CHARACTERS, readPosition } from './read-position.ts';

const LAGOS = { lat: 6.4281, lng: 3.4219 };
const GOOGLE = 'https://www.google.com/maps';

function assertAll(texts: string[], expected: object): void {
  for (const text of texts) assert.deepEqual(readPosition(text), expected, text);
}

test('degrees are read in the spellings of people', () => {
  assertAll(
    [
      '6.4281, 3.4219',
      ' 6.4281,3.4219 ',
      '6.4281 3.4219',
      '6.4281\t3.4219',
      '6.4281; 3.4219',
      '(6.4281, 3.4219)',
      '[6.4281, 3.4219].',
      '6,4281 3,4219',
      '6,4281, 3,4219',
      '6,4281; 3,4219',
      '6,4281° N 3,4219° E',
      '+6.4281, +3.4219',
      '6.4281° N, 3.4219° E',
      '6.4281N3.4219E',
      'N 6.4281 E 3.4219',
      'n6.4281, e3.4219',
      '3.4219 E, 6.4281 N',
      'E3.4219 N6.4281',
      '3.4219 E, 6.4281',
      '6.42810000000, 3.42190000001',
    ],
    LAGOS,
  );
  assertAll(
    [
      `6°25'41"N 3°25'19"E`,
      `6°25′41″N 3°25′19″E`,
      `6° 25’ 41” N, 3° 25’ 19” E`,
      `6º25'41''n3º25'19''e`,
      `3°25'19"E 6°25'41"N`,
      `N 6°25'41" E 3°25'19"`,
      `6°25'41,0"N 3°25'19,0"E`,
      `6°25'41.0"\u00A0N 3°25'19.0"\u00A0E`,
    ],
    { lat: 6.428056, lng: 3.421944 },
  );
  assertAll([`6°30'N 3°15.6'E`, `6°30' 3°15.6'`], { lat: 6.5, lng: 3.26 });
  assertAll(
    ['-33.8568, 151.2153', '\u221233.8568, 151.2153', '33.8568 S, 151.2153 E', 'S33.8568° E151.2153°'],
    { lat: -33.8568, lng: 151.2153 },
  );
  assertAll(['0, 0', '-0.0000001, 0.0000001'], { lat: 0, lng: 0 });
  assertAll(['90, -180'], { lat: 90, lng: -180 });
});

test('links to maps are read, and the pin wins', () => {
  assertAll(
    [
      `${GOOGLE}/@6.4281,3.4219,17z`,
      `${GOOGLE}/place/Eko+Hotel/@6.5,3.5,17z/data=!3m1!4b1!4m6!3m5!1s0x103b:0x8!8m2!3d6.4281!4d3.4219!16s%2Fg%2F1?entry=ttu`,
      `${GOOGLE}/place/6.4281,3.4219/@6.5,3.5,15z`,
      `${GOOGLE}/search/6.4281,+3.4219?entry=tts`,
      `${GOOGLE}/dir/Ikeja/6.4281,3.4219/@6.5,3.5,12z`,
      `${GOOGLE}/search/?api=1&query=6.4281%2C3.4219`,
      `${GOOGLE}/dir/?api=1&destination=6.4281,3.4219`,
      `${GOOGLE}?q=6.4281,3.4219&z=17`,
      'https://maps.google.com/?q=6.4281,3.4219',
      'https://maps.google.com/maps?q=loc:6.4281,3.4219(Here)',
      'https://maps.google.com.ng/maps?ll=6.4281,3.4219&q=Eko+Hotel',
      'www.google.co.uk/maps/@6.4281,3.4219,17z',
      'Eko Hotel\nhttps://www.google.com/maps/@6.4281,3.4219,17z',
      'https://www.openstreetmap.org/?mlat=6.4281&mlon=3.4219#map=15/6.5/3.5',
      'https://www.openstreetmap.org/#map=17/6.4281/3.4219&layers=N',
      'openstreetmap.org/way/1#map=17/6.4281/3.4219',
      'https://maps.apple.com/?ll=6.4281,3.4219&q=Eko%20Hotel',
      'https://maps.apple.com/place?coordinate=6.4281,3.4219&name=Eko',
      'https://www.bing.com/maps?cp=6.5~3.5&lvl=16&sp=point.6.4281_3.4219_Eko',
      'https://bing.com/maps?cp=6.4281~3.4219&lvl=16',
      'https://waze.com/ul?ll=6.4281,3.4219&navigate=yes',
      'geo:6.4281,3.4219',
      'GEO:6.4281,3.4219;crs=wgs84;u=10?z=17',
      'geo:0,0?q=6.4281,3.4219(Eko%20Hotel)',
    ],
    LAGOS,
  );
  assertAll([`${GOOGLE}/place/6%C2%B025'41.0%22N+3%C2%B025'19.0%22E/`], { lat: 6.428056, lng: 3.421944 });
  assertAll(['https://maps.google.com/?q=-33.8568,-70.5'], { lat: -33.8568, lng: -70.5 });
});

test('a full plus code is the middle of its square', () => {
  assertAll(['4VCPPQGP+Q9', '4vcppqgp+q9 Wellington'], { lat: -41.273062, lng: 174.785938 });
  assertAll(['9FCQ9HXG+4C'], { lat: 58.397813, lng: 15.576063 });
  assertAll(['8FVC2222+22', `${GOOGLE}/place/8FVC2222%2B22`], { lat: 47.000063, lng: 8.000063 });
  assertAll(['CFX3X2X2+X2'], { lat: 89.999938, lng: 1.000063 });
  // Each digit more parts the square before it: third row of five, third column of four, then the first column.
  assertAll(['8FVC2222+22X'], { lat: 47.000113, lng: 8.000109 });
  assertAll(['8FVC2222+22GCCCC'], { lat: 47.000063, lng: 8.000063 });
  assertAll(['CCGC+6P', 'CCGC+6P Lagos', 'GC+6P, Lagos, Nigeria'], { problem: 'short_code' });
  assertAll(['8FVC0000+', '8FVC2222+', 'F2222222+22', '2X222222+22'], { problem: 'unknown' });
});

test('a text that can’t be read says why', () => {
  assertAll(
    [
      'https://maps.app.goo.gl/AbCdEf123',
      'maps.app.goo.gl/AbCdEf123?g_st=iw',
      'https://goo.gl/maps/AbC',
      'https://bit.ly/3abc',
      'Eko Hotel https://maps.app.goo.gl/AbC',
      'https://osm.org/go/xV~p',
    ],
    { problem: 'short_link' },
  );
  assertAll(
    [
      '91, 3',
      '3.4219, 181',
      '151.2153, -33.8568',
      '90.0000001, 0',
      'geo:91,3',
      `${GOOGLE}/@99,3,1z`,
      '95 N 3 E',
    ],
    { problem: 'out_of_range' },
  );
  assertAll(
    [
      '',
      '6.4281',
      '6,4281',
      '6,42',
      '6.4281 - 3.4219',
      '6.42813.4219',
      '6.4281, 3.4219, 5',
      '6 N 3 N',
      '-6 S 3 E',
      `6°61'N 3°E`,
      `6.5°25'N 3°E`,
      'Eko Hotel, Lagos',
      'geo:',
      'geo:0,0?q=Eko Hotel',
      `${GOOGLE}/place/Eko+Hotel`,
      'https://www.openstreetmap.org/#map=5',
      'https://shop.example/?q=6.4281,3.4219',
      'https://google.com.evil.example/maps/@6.4281,3.4219,17z',
      'https://%',
      'NaN, NaN',
      '1e1, 1e1',
      '٦.٤, ٣.٤',
    ],
    { problem: 'unknown' },
  );
});

const POSITION = fc.record(
  {
    lat: fc.integer({ min: -90_000_000, max: 90_000_000 }).map((micro) => micro / 1e6 || 0),
    lng: fc.integer({ min: -180_000_000, max: 180_000_000 }).map((micro) => micro / 1e6 || 0),
  },
  { noNullPrototype: true },
);

test('every place is read again from every way to write it', () => {
  const inLetters = (lat: number, lng: number): string =>
    `${Math.abs(lat).toFixed(6)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(lng).toFixed(6)}° ${lng < 0 ? 'W' : 'E'}`;
  const inSeconds = (degrees: number, letters: string): string => {
    const micro = Math.round(Math.abs(degrees) * 1e6);
    const seconds = ((micro % 1e6) * 3600) / 1e6;
    const letter = letters[degrees < 0 ? 1 : 0];
    return `${Math.floor(micro / 1e6)}°${Math.floor(seconds / 60)}'${(seconds % 60).toFixed(5)}"${letter}`;
  };
  const write: ((lat: string, lng: string, at: { lat: number; lng: number }) => string)[] = [
    (lat, lng) => `${lat}, ${lng}`,
    (lat, lng) => `${lat} ${lng}`.replaceAll('.', ','),
    (lat, lng) => `geo:${lat},${lng}`,
    (lat, lng) => `${GOOGLE}/@1,2,3z/data=!3d${lat}!4d${lng}`,
    (lat, lng) => `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}`,
    (_lat, _lng, { lat, lng }) => inLetters(lat, lng),
  ];
  fc.assert(
    fc.property(POSITION, fc.constantFrom(...write), (at, way) =>
      assert.deepEqual(readPosition(way(at.lat.toFixed(6), at.lng.toFixed(6), at)), at),
    ),
  );
  fc.assert(
    fc.property(POSITION, (at) => {
      const text = `${inSeconds(at.lat, 'NS')} ${inSeconds(at.lng, 'EW')}`;
      // Sixty whole seconds are a minute more, which is written by nobody.
      if (!text.includes(`'60`)) assert.deepEqual(readPosition(text), at);
    }),
  );
});

test('any pasted text is a place on the globe or a problem', () => {
  const pieces = fc.oneof(
    fc.constantFrom(...Array.from('0159.,;:/?=&#@!+-°\'"NSEW \n%~_()')),
    fc.constantFrom('23', 'C+', 'geo:', 'https://', 'google.com/', 'maps', '!3d', '!4d'),
  );
  const hostile = fc.array(pieces, { maxLength: 60 }).map((list) => list.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.string(), hostile), (text) => {
      const read = readPosition(text);
      if ('problem' in read) return;
      assert.ok(Math.abs(read.lat) <= 90 && Math.abs(read.lng) <= 180);
      assert.deepEqual(readPosition(`${read.lat.toFixed(6)}, ${read.lng.toFixed(6)}`), read);
    }),
    { numRuns: 1_000 },
  );
});

test('a text as long as allowed, and longer, is no trouble', () => {
  // Were one of the patterns to try every way through these, the test would not end.
  for (const piece of [
    '6',
    '6.',
    '6 ',
    ' ',
    "'",
    '6°',
    "6°6'",
    'N',
    ',',
    'a.',
    '/',
    '!3d6',
    '!3d6!4d',
    '%',
    '+',
    '((',
  ]) {
    for (const start of ['', '6.4281, ', 'geo:', `${GOOGLE}/`, `${GOOGLE}/@`, 'a.', `${GOOGLE}?q=`]) {
      const text = (start + piece.repeat(MAX_POSITION_CHARACTERS)).slice(0, MAX_POSITION_CHARACTERS);
      readPosition(text);
      readPosition(`${text.slice(0, -1)}x`);
    }
  }
  const padded = `6.4281, 3.4219${' '.repeat(MAX_POSITION_CHARACTERS)}`;
  assert.deepEqual(readPosition(padded.slice(0, MAX_POSITION_CHARACTERS)), LAGOS);
  assert.deepEqual(readPosition(padded), { problem: 'unknown' });
});
