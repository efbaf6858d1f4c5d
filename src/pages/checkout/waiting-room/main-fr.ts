import { startRoom } from './start-room.ts';
import { wordsFr } from './words-fr.ts';

startRoom(wordsFr);
