import type { Queryable } from '../db/database.ts';

export type Draw = { seed: string; seedHash: string; count: number };

/** The head of the drawn list; null before the draw, or without a room. */
export function readDraw(_database: Queryable, _eventId: string): Promise<Draw | null> {
  throw new Error('not there yet');
}

/** The entries in the order of their ranks, some thousands at a time. */
export function readDrawnEntries(_database: Queryable, _eventId: string): AsyncGenerator<string[]> {
  throw new Error('not there yet');
}
