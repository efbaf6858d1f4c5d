import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '../../..');
export const CLIENT = path.join(ROOT, 'packages/client/src');
