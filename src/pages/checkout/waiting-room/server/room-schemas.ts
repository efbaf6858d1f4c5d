import { Type, type Static } from 'typebox';
import { DateTime, Exactly, Nullable, OneOf } from '../../../../http/schema.ts';
import { LANGUAGES } from '../../../../values/language.ts';
import type { WaitingRoomPhase } from '../../../../rules/waiting-room.ts';
import { EmbedParams, PlainId } from '../../embed/server/embed-request.ts';

// As long as the tokens of rooms are, and some more.
const Token = () => Type.String({ minLength: 1, maxLength: 200 });
const Hash = () => Type.String({ pattern: '^[0-9a-f]{64}$' });

const PHASES = ['line_up', 'letting_in', 'paused', 'closed'] as const satisfies WaitingRoomPhase[];

/** How far the line is: the same for everybody. */
export const RoomStateSchema = Exactly({
  phase: OneOf(PHASES),
  now: DateTime(),
  drawsAt: DateTime(),
  seedHash: Hash(),
  seed: Nullable(Hash()),
  asksEmail: Type.Boolean(),
  inLine: Type.Integer({ minimum: 0 }),
  earlyCount: Type.Integer({ minimum: 0 }),
  frontPlace: Type.Integer({ minimum: 0 }),
  perMinute: Type.Number({ minimum: 0 }),
  freeInside: Type.Integer({ minimum: 0 }),
  perMinuteWhenFull: Type.Number({ minimum: 0 }),
  pollSeconds: Type.Number({ minimum: 1 }),
});

/** One buyer's own place. */
export const EntryStateSchema = Exactly({
  entry: Type.String(),
  place: Nullable(Type.Integer({ minimum: 1 })),
  isEarly: Type.Boolean(),
  mustConfirm: Type.Boolean(),
  admission: Type.Union([Exactly({ token: Token(), until: DateTime() }), Type.Null()]),
  hasExpired: Type.Boolean(),
});

export const JoinBodySchema = Exactly({
  entry: Type.Optional(PlainId()),
  email: Type.Optional(Type.String({ maxLength: 254 })),
  language: Type.Optional(OneOf(LANGUAGES)),
  device: Type.Optional(Token()),
});
export type JoinBody = Static<typeof JoinBodySchema>;

/** The place that was given, and what shows it from now on. */
export const EntryAnswerSchema = Exactly({ token: Token(), ...EntryStateSchema.properties });
export type EntryAnswer = Static<typeof EntryAnswerSchema>;

export const LeftSchema = Exactly({ left: Type.Literal(true) });

export const EntryParams = Type.Object({ ...EmbedParams.properties, token: Token() });
