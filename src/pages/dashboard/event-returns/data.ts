import type { Static } from 'typebox';
import type { ShownEvent } from '../event-layout/data.ts';
import type { ReturnsBody } from './bodies.ts';

/** Returns by buyers of an event, and tickets that they give to others. */
export type EventReturnsView = { event: ShownEvent; settings: Static<typeof ReturnsBody> };
