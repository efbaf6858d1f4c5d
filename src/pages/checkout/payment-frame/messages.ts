/**
 * All that the document with the gateway's script may say to the checkout, one word at a time. They are hints: how an order stands, the
 * gateway tells our server.
 */
export const FRAME_WORDS = ['shown', 'closed', 'done', 'failed'] as const;
export type FrameWord = (typeof FRAME_WORDS)[number];

const PREFIX = 'tessera-payment:';

export const writeMessage = (word: FrameWord): string => PREFIX + word;

/** Null for everything else that a frame may send. */
export const readMessage = (data: unknown): FrameWord | null =>
  FRAME_WORDS.find((word) => data === writeMessage(word)) ?? null;
