import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals';
import type { DraftView } from './data.ts';
import { emptyDraft, typedFrom, type DraftValues } from './draft-form.ts';
import { createDraftPoster } from './draft-poster.ts';
import { createDraftSaver } from './draft-saver.ts';

const EMPTY = emptyDraft('General admission');
const DRAFT: DraftView = {
  eventId: '01a1ec5b-b212-73ee-ac8d-00e0a04dedfc',
  version: 1,
  slug: 'party',
  name: 'Party',
  kind: 'general',
  categorySlug: 'music',
  startsAt: '2027-03-06T19:00',
  closesAt: '2027-03-06T23:00',
  doorsMinutes: null,
  hasSuggestedDate: true,
  isOnline: false,
  venue: null,
  street: null,
  state: '',
  lga: null,
  poster: null,
  ticketType: null,
  ticketTypeCount: 0,
};

/** A saver on a server that answers every call with the draft, and keeps what it was sent. */
function start(draft: DraftView | null, isTyping: () => boolean = () => false) {
  const values = signal<DraftValues>(draft ? typedFrom(draft, EMPTY) : EMPTY);
  const bodies: object[] = [];
  const call = async (_address: string, { body = {} }: { body?: object } = {}): Promise<object> => {
    bodies.push(body);
    return { draft: { ...DRAFT, ...body } };
  };
  const saver = createDraftSaver({
    way: { call: call as never, at: (path) => path },
    eventId: DRAFT.eventId,
    empty: EMPTY,
    draft,
    levels: { state: 'state', lga: 'local_government_area' },
    poster: createDraftPoster(draft),
    values,
    isTyping,
    latest: async () => null,
    onMade: () => undefined,
  });
  const type = (typed: Partial<DraftValues>): void => void (values.value = { ...values.value, ...typed });
  return { saver, values, type, bodies };
}

test('a draft is not saved while a field can’t be: it names the field, and leaving asks first', async () => {
  const { saver, type } = start(DRAFT);
  type({ doorsMinutes: 'soon' as never });
  await saver.save();
  assert.deepEqual(
    [saver.state.value, saver.blocking(), saver.isUnsaved()],
    ['incomplete', ['doorsMinutes'], true],
  );
  type({ doorsMinutes: null });
  await saver.save();
  assert.deepEqual([saver.state.value, saver.isUnsaved()], ['saved', false]);
});

test('half a ticket type is not saved, and the missing field is named', async () => {
  const { saver, type, bodies } = start(DRAFT);
  type({ priceMinor: 1_000 });
  await saver.save();
  assert.deepEqual([saver.state.value, saver.blocking(), bodies], ['incomplete', ['capacity'], []]);
});

test('an end before the start is not sent, nor its start', async () => {
  const { saver, type, bodies } = start(DRAFT);
  type({ startsAt: '2027-03-07T20:00', state: 'Lagos' });
  await saver.save();
  assert.deepEqual(bodies, [{ version: 1, state: 'Lagos' }]);
  assert.deepEqual([saver.state.value, saver.blocking()], ['incomplete', ['startsAt']]);
});

test('the suggested date does not come under the fingers of somebody who types one', async () => {
  let isTyping = true;
  const { saver, type, values } = start(null, () => isTyping);
  type({ name: 'Party', categorySlug: 'music' });
  await saver.save();
  assert.equal(values.value.startsAt, '');
  isTyping = false;
  await saver.save();
  assert.deepEqual(
    [values.value.startsAt, saver.state.value],
    [DRAFT.startsAt, 'saved'],
    'nothing was typed',
  );
});

test('values that could not be saved are put back after a reload, and nothing over what was saved since', async () => {
  const before = start(DRAFT);
  before.type({ priceMinor: 1_000, doorsMinutes: 9_999, lga: 'Ikeja' });
  const kept = before.saver.unsaved();
  assert.deepEqual(kept?.values, { priceMinor: 1_000, doorsMinutes: 9_999, lga: 'Ikeja' });
  const { saver, values } = start({ ...DRAFT, lga: 'Epe' });
  assert.deepEqual(saver.unsaved(), null);
  assert.deepEqual(kept && saver.putBack(kept), ['doorsMinutes', 'priceMinor']);
  const { priceMinor, doorsMinutes, lga } = values.value;
  assert.deepEqual([priceMinor, doorsMinutes, lga], [1_000, 9_999, 'Epe']);
  await saver.save();
  assert.deepEqual([saver.state.value, saver.blocking()], ['incomplete', ['doorsMinutes', 'capacity']]);
});
