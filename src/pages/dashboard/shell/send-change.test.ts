import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallFailed } from '../../shared/call-server.ts';
import type { CallDashboard } from './call-dashboard.ts';
import { createSendChange } from './send-change.ts';
import { createToasts } from './toasts.ts';

/** Sends to a server that answers like this. The steps are written down in their order. */
function start(answer: () => object) {
  const toasts = createToasts();
  const steps: unknown[] = [];
  const send = createSendChange({
    call: (async (address, call) => {
      steps.push([address, call]);
      return answer();
    }) as CallDashboard,
    toasts: { ...toasts, tell: (toast) => (steps.push(toast.text), toasts.tell(toast)) },
    router: { refresh: async () => void steps.push('refreshed') },
  });
  return { send, toasts, steps, onClose: () => void steps.push('closed') };
}

test('a change is sent, its dialog closes, a toast tells it, and the page is read anew', async () => {
  const { send, toasts, steps, onClose } = start(() => ({ url: 'https://a.example/' }));
  await send<{ url: string }>('/webhooks', { body: { url: 'a.example' }, told: ({ url }) => url, onClose });
  assert.deepEqual(steps, [
    ['/webhooks', { method: 'POST', body: { url: 'a.example' } }],
    'closed',
    'https://a.example/',
    'refreshed',
  ]);
  assert.equal(toasts.shown.value[0]?.undo, undefined);
});

test('a change without a body sends none', async () => {
  const { send, steps } = start(() => ({}));
  await send('/keys/1', { method: 'DELETE', told: 'Gone.' });
  assert.deepEqual(steps, [['/keys/1', { method: 'DELETE' }], 'Gone.', 'refreshed']);
});

test('Undo sends the body that takes the change back by the same call, and the page is read anew', async () => {
  const { send, toasts, steps } = start(() => ({ version: 7 }));
  await send<{ version: number }>('/members/1', {
    method: 'PATCH',
    body: { role: 'finance', version: 6 },
    told: 'Saved.',
    undo: ({ version }) => ({ role: 'manager', version }),
  });
  steps.length = 0;
  const [toast] = toasts.shown.value;
  assert.ok(toast);
  await toasts.undo(toast);
  assert.deepEqual(steps, [
    ['/members/1', { method: 'PATCH', body: { role: 'manager', version: 7 } }],
    'refreshed',
  ]);
});

test('a refused change closes nothing and tells nothing: the form shows the refusal', async () => {
  const refusal = new CallFailed('refused', null);
  const { send, steps, onClose } = start(() => {
    throw refusal;
  });
  await assert.rejects(send('/keys', { body: { name: '' }, told: 'Made.', onClose }), refusal);
  assert.equal(steps.length, 1);
});
