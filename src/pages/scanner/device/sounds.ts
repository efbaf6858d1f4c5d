import type { Tone } from '../decide/decide-offline.ts';

/** Notes in hertz, each with its length in seconds. The four differ in number, pitch and rhythm, for staff who do not look. */
const SOUNDS: Record<Tone, { wave: OscillatorType; notes: [number, number][] }> = {
  yes: { wave: 'sine', notes: [[880, 0.09], [1320, 0.16]] }, // prettier-ignore
  ask: { wave: 'triangle', notes: [[660, 0.12], [660, 0.12], [660, 0.12]] }, // prettier-ignore
  early: { wave: 'sine', notes: [[660, 0.12], [440, 0.3]] }, // prettier-ignore
  no: { wave: 'square', notes: [[196, 0.45]] },
};

/** In milliseconds: on, off, on. */
const VIBRATIONS: Record<Tone, number[]> = { yes: [80], ask: [80, 80, 80], early: [200, 80, 80], no: [400] };

const GAP_SECONDS = 0.05;
const VOLUME = 0.5;

export type Sounds = { unlock(): void; play(tone: Tone): void };

export function createSounds(isMuted: () => boolean): Sounds {
  let context: AudioContext | null = null;

  const play = ({ wave, notes }: (typeof SOUNDS)[Tone], on: AudioContext): void => {
    let at = on.currentTime;
    for (const [hertz, seconds] of notes) {
      const oscillator = on.createOscillator();
      const gain = on.createGain();
      oscillator.type = wave;
      oscillator.frequency.value = hertz;
      gain.gain.setValueAtTime(VOLUME, at);
      // A note that is cut off clicks.
      gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
      oscillator.connect(gain).connect(on.destination);
      oscillator.start(at);
      oscillator.stop(at + seconds);
      at += seconds + GAP_SECONDS;
    }
  };
  return {
    /** Phones are silent until somebody has touched the page: called with a press. */
    unlock() {
      context ??= new AudioContext();
      void context.resume();
    },
    play(tone) {
      // Missing on iPhones.
      if ('vibrate' in navigator) navigator.vibrate(VIBRATIONS[tone]);
      if (!isMuted() && context?.state === 'running') play(SOUNDS[tone], context);
    },
  };
}
