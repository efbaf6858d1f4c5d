import { startRoom } from './start-room.ts';
import { wordsEn } from './words-en.ts';

startRoom(wordsEn);
