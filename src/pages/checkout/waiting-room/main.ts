import type { Language } from '../../../values/language.ts';
import { startRoom } from './start-room.ts';
import { textsIn } from './texts/script/texts.ts';

startRoom(textsIn(document.documentElement.lang as Language));
