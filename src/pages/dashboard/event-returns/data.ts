import type { Static } from 'typebox';
import type { ShownEvent } from '../event-layout/data.ts';
import type { ReturnsBody } from './bodies.ts';

/** What buyers of an event may do with their tickets. */
export type EventReturnsView = { event: ShownEvent; settings: Static<typeof ReturnsBody> };
