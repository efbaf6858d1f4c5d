import { readScanned } from './codes/read-scanned.ts';
import { createCamera, type Camera } from './device/camera.ts';
import { createSounds, type Sounds } from './device/sounds.ts';
import { createRest, type Rest } from './device/rest.ts';
import { pairPhone, takeNewLink } from './pair-phone.ts';
import { isPracticeOver } from './practice.ts';
import type { Scanner } from './scanner.ts';
import { takeScanned } from './take-scan.ts';

/** The scanner with the parts of the phone that it uses. */
export type Running = {
  scanner: Scanner;
  camera: Camera;
  sounds: Sounds;
  rest: Rest;
  /** Takes every code that is read, one after the other. */
  read(text: string): Promise<void>;
};

export function createRunning(scanner: Scanner): Running {
  let queue: Promise<void> = Promise.resolve();

  const readNow = async (text: string): Promise<void> => {
    rest.wake();
    const scanned = readScanned(text);
    if (scanner.stage.value === 'unpaired' || scanner.stage.value === 'ended') {
      if (scanned.kind === 'link') await pairPhone(scanner, scanned.token);
      return;
    }
    // A question is answered by a press, and not by the next guest.
    if (scanner.stage.value !== 'paired' || scanner.verdict.value?.choose || isPracticeOver.value) return;
    if (scanned.kind === 'link') {
      takeNewLink(scanner, scanned.token);
      return;
    }
    scanner.isBusy.value = true;
    try {
      await takeScanned(scanner, scanned);
    } finally {
      scanner.isBusy.value = false;
    }
    if (scanner.verdict.value) sounds.play(scanner.verdict.value.tone);
  };
  const read = (text: string): Promise<void> => {
    const done = queue.then(() => readNow(text));
    queue = done.catch(() => undefined);
    return done;
  };
  const rest = createRest();
  const sounds = createSounds(() => scanner.settings.value.isMuted);
  return { scanner, sounds, rest, read, camera: createCamera(read) };
}
