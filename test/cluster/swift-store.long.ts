import { suite } from 'node:test';
import { testBucketServer } from '../../src/media/bucket-tests.fixture.ts';
import { startSwift, whyNoSwift } from '../harness/swift-store.ts';

const skip = (await whyNoSwift()) ?? false;

suite('with OpenStack Swift, which checks signatures by its own code', { skip }, () => {
  // It does not tell a key that it does not know from one with another secret.
  testBucketServer(startSwift, { ofUnknownKey: /refused with 403 SignatureDoesNotMatch/ });
});
