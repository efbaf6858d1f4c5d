import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeLine, tellChange, TILES, viewOf, type Line } from './line.ts';
import { DRAWS_AT, makeEntry, makeLine, makeState, WRITING } from './line.fixture.ts';

const NOW_MS = Date.parse('2027-03-05T18:05:00Z');
const ADMISSION = { token: 'token', until: '2027-03-05T18:15:00.000Z' };

const describe = (line: Line, nowMs = NOW_MS) => describeLine(line, WRITING, nowMs);

test('one view is shown: what the buyer has done counts first, then what the server says', () => {
  const views: [Partial<Line>, string][] = [
    [{}, 'waiting'],
    [{ own: null }, 'finding'],
    [{ own: null, state: makeState({ asksEmail: true }) }, 'email'],
    [{ own: null, problem: 'email_wrong', state: makeState({ asksEmail: true }) }, 'email'],
    [{ own: makeEntry({ place: null, mustConfirm: true }) }, 'confirm'],
    [{ own: makeEntry({ place: null, mustConfirm: true }), isChangingEmail: true }, 'email'],
    [{ own: null, problem: 'full' }, 'full'],
    [{ own: makeEntry({ place: null }), state: makeState({ phase: 'line_up' }) }, 'line_up'],
    [{ own: makeEntry({ admission: ADMISSION }) }, 'turn'],
    [{ own: makeEntry({ hasExpired: true }) }, 'expired'],
    [{ own: null, hasLeft: true }, 'left'],
  ];
  for (const [changes, view] of views) assert.equal(viewOf(makeLine(changes)), view);
});

test('the place is counted from the front of the line, and who is next is number one', () => {
  const shown = describe(makeLine());
  assert.equal(shown.figure, '1,204');
  assert.equal(shown.ahead, '1,203 people are ahead of you.');
  assert.equal(shown.drawn, 'You drew place 1,704 of 2,000.');
  const at = (frontPlace: number) => describe(makeLine({ state: makeState({ frontPlace }) }));
  assert.deepEqual([at(1_703).figure, at(1_703).ahead], ['1', 'You’re next.']);
  assert.equal(at(1_702).ahead, 'One person is ahead of you.');
  // The front has passed, and the admission is not here yet.
  assert.equal(at(1_704).figure, '1');
});

test('the first in line is told of one person, not of none', () => {
  const state = makeState({ phase: 'line_up', inLine: 0 });
  assert.equal(describe(makeLine({ state })).inLine, 'One person is in line.');
  assert.equal(describe(makeLine({ state, own: null })).inLine, '0 people are in line.');
});

test('how long it takes is said in minutes that nobody could count anyway', () => {
  const told = (ahead: number, changes = {}) =>
    describe(makeLine({ state: makeState({ frontPlace: 1_704 - ahead, ...changes }) })).estimate;
  assert.equal(told(50), 'Less than a minute to go');
  assert.equal(told(150), 'About 2 minutes to go');
  assert.equal(told(1_204), 'About 13 minutes to go');
  assert.equal(told(1_204, { perMinute: 50 }), 'About 25 minutes to go');
  assert.equal(told(1_204, { perMinute: 10 }), 'About 2 hours to go');
  assert.equal(told(1_204, { phase: 'paused' }), 'The line is paused');
  assert.equal(told(1_204, { perMinute: 0 }), 'We can’t estimate the wait yet');
});

test('until the draw a clock runs, on its last day to the second', () => {
  const line = makeLine({ own: makeEntry({ place: null }), state: makeState({ phase: 'line_up' }) });
  const drawMs = Date.parse(DRAWS_AT);
  assert.equal(describe(line, drawMs - 65_000).figure, '1:05');
  assert.equal(describe(line, drawMs - 3_600_000).figure, '1:00:00');
  assert.equal(describe(line, drawMs - 3 * 86_400_000 - 1).figure, '3 days');
  assert.equal(describe(line, drawMs + 1_500).figure, '0:00');
});

test('a buyer who came late is told so, and has no drawn place', () => {
  const { drawn } = describe(makeLine({ own: makeEntry({ place: 2_003, isEarly: false }) }));
  assert.match(drawn, /^You came after the draw/);
});

test('tiles are laid from where the line was when the place became known', () => {
  const laid = (frontPlace: number, from: number) =>
    describe(makeLine({ state: makeState({ frontPlace }), from })).laid;
  assert.equal(laid(0, 0), 0);
  assert.equal(laid(852, 0), TILES / 2);
  assert.equal(laid(1_600, 1_600), 0);
  assert.equal(laid(1_652, 1_600), TILES / 2);
  assert.equal(laid(1_704, 0), TILES);
  assert.equal(laid(1_900, 0), TILES);
});

test('until when the turn lasts is told on the clock of the event', () => {
  const { until, view } = describe(makeLine({ own: makeEntry({ admission: ADMISSION }) }));
  assert.equal(view, 'turn');
  assert.match(until, /^You have until 19:15 .*to choose your tickets\.$/);
});

test('aloud is said what has changed, once, and nothing in between', () => {
  const tell = (before: Line | null, line: Line) => tellChange(before, line, WRITING, describe(line));
  const early = makeLine({ own: makeEntry({ place: null }), state: makeState({ phase: 'line_up' }) });
  const drawn = makeLine();
  assert.match(tell(null, early) ?? '', /^You are in line\. The order is drawn on Fri, 5 Mar 2027, 19:00/);
  assert.equal(tell(early, early), null);
  assert.equal(tell(early, drawn), 'You are number 1,204 in line. About 13 minutes to go.');
  const on = (frontPlace: number, phase: 'letting_in' | 'paused' = 'letting_in') =>
    makeLine({ state: makeState({ frontPlace, phase }) });
  assert.equal(tell(drawn, on(600)), null);
  assert.equal(tell(on(1_200), on(1_210)), 'You are number 494 in line. About 5 minutes to go.');
  assert.equal(tell(on(600), on(600, 'paused')), 'The line is paused. You keep your place.');
  assert.equal(tell(on(600, 'paused'), on(600)), 'The line is moving again.');
  const turn = makeLine({ own: makeEntry({ admission: ADMISSION }) });
  assert.equal(tell(drawn, turn), 'It’s your turn: the tickets are opening.');
  assert.equal(tell(turn, turn), null);
});
