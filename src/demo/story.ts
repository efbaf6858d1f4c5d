import { GHANAIAN_HOST } from './story-ghana.ts';
import { NIGERIAN_HOST } from './story-nigeria.ts';
import { SOUTH_AFRICAN_HOST } from './story-south-africa.ts';
import type { DemoHost } from './story-types.ts';

export const DEMO_HOSTS: DemoHost[] = [NIGERIAN_HOST, GHANAIAN_HOST, SOUTH_AFRICAN_HOST];
