import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRedisUrl, readSentinelUrl } from './redis-address.ts';

test('the address of sentinels has hosts and a name, and the rest where it is needed', () => {
  assert.deepEqual(readSentinelUrl('redis+sentinel://one:26379,two:26380/mymaster'), {
    sentinels: [
      { host: 'one', port: 26_379 },
      { host: 'two', port: 26_380 },
    ],
    name: 'mymaster',
    credentials: {},
    sentinelCredentials: {},
    database: 0,
  });
  assert.deepEqual(
    readSentinelUrl(
      'redis+sentinel://me:p%40ss%3Aw@10.0.0.1,[fd00::1]:80/tickets.main/3?sentinelUser=watch&sentinelPassword=a%26b',
    ),
    {
      sentinels: [
        { host: '10.0.0.1', port: 26_379 },
        { host: 'fd00::1', port: 80 },
      ],
      name: 'tickets.main',
      credentials: { username: 'me', password: 'p@ss:w' },
      sentinelCredentials: { username: 'watch', password: 'a&b' },
      database: 3,
    },
  );
  assert.deepEqual(readSentinelUrl('redis+sentinel://:only@one/m')?.credentials, { password: 'only' });
});

test('a text that is not an address of a Redis is not taken for one', () => {
  for (const good of ['redis://cache', 'rediss://:secret@cache:6380/2', 'redis+sentinel://one/m'])
    assert.ok(isRedisUrl(good), good);
  for (const bad of [
    '',
    'cache:6379',
    'http://cache',
    'rediss+sentinel://one/m',
    'redis+sentinel://one',
    'redis+sentinel://one/',
    'redis+sentinel:///m',
    'redis+sentinel://one,/m',
    'redis+sentinel://one:0/m',
    'redis+sentinel://one:70000/m',
    'redis+sentinel://one:x/m',
    'redis+sentinel://o ne/m',
    'redis+sentinel://a@b@one/m',
    'redis+sentinel://%zz@one/m',
    'redis+sentinel://one/m/x',
    'redis+sentinel://one/m?tls=on',
    'redis+sentinel://one/m#x',
  ])
    assert.ok(!isRedisUrl(bad), bad);
});
