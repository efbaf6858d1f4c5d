import assert from 'node:assert/strict';
import { test } from 'node:test';
import { misspeltSettings } from './misspelt-settings.ts';

const told = (environment: Record<string, string>) =>
  misspeltSettings(environment).map(({ name, setting }) => `${name}: ${setting}`);

test('a name that differs by a slip from a setting is told with the setting', () => {
  assert.deepEqual(told({ REDIS_URI: 'x', DATADIR: 'x', smtp_url: 'x', RABITMQ_URL: 'x' }), [
    'REDIS_URI: REDIS_URL',
    'DATADIR: DATA_DIR',
    'smtp_url: SMTP_URL',
    'RABITMQ_URL: RABBITMQ_URL',
  ]);
});

test('settings, names of others, and a slip whose setting is there are not', () => {
  const others = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'LOGNAME',
    'REDIS_PORT',
    'REDIS_SERVICE_HOST',
    'PGDATA',
    'POST',
  ];
  assert.deepEqual(told(Object.fromEntries(others.map((name) => [name, 'x']))), []);
  assert.deepEqual(told({ REDIS_URL: 'x', SMTP_URL: 'x' }), []);
  assert.deepEqual(told({ REDIS_URI: 'x', REDIS_URL: 'x' }), []);
});
