import { signal, type ReadonlySignal } from '@preact/signals';
import { createDecoder, type Decode } from './decoder.ts';

export type CameraState = 'off' | 'starting' | 'on' | 'refused' | 'missing';

export type Camera = {
  state: ReadonlySignal<CameraState>;
  /** Null where the phone has no light, or tells nobody of it. */
  isTorchOn: ReadonlySignal<boolean | null>;
  start(video: HTMLVideoElement): Promise<void>;
  stop(): void;
  switchTorch(): Promise<void>;
};

// Six pictures a second are as quick as a hand; after a minute without a code two and a half, so that the phone stays cool. Before the first
// code, too: phones are switched on long before the doors open.
const EVERY_MS = 160;
const IDLE_EVERY_MS = 400;
const IDLE_AFTER_MS = 60_000;
// The middle of the picture, where people hold a code, in as many pixels as the smallest printed code needs.
const WINDOW_SHARE = 0.8;
const WINDOW_PX = 640;
// A code that stays before the camera is one scan. It counts again once it was away this long.
const SAME_CODE_MS = 3_000;

/** The camera at the phone's back. `onCode` hears of every code once, and is waited for. */
export function createCamera(onCode: (text: string) => Promise<void>): Camera {
  const state = signal<CameraState>('off');
  const isTorchOn = signal<boolean | null>(null);
  let stream: MediaStream | null = null;
  let stopReading = (): void => {};

  const track = (): MediaStreamTrack | undefined => stream?.getVideoTracks()[0];

  const stop = (): void => {
    stopReading();
    for (const one of stream?.getTracks() ?? []) one.stop();
    stream = null;
    isTorchOn.value = null;
    state.value = 'off';
  };

  return {
    state,
    isTorchOn,
    stop,
    async start(video) {
      stop();
      state.value = 'starting';
      try {
        const [decode, opened] = await Promise.all([createDecoder(), openRearCamera()]);
        stream = opened;
        video.srcObject = opened;
        await video.play();
        // Another program has taken the camera, or the cable is out.
        track()?.addEventListener('ended', stop);
        isTorchOn.value = hasTorch(track()) ? false : null;
        stopReading = readCodes(video, decode, onCode);
        state.value = 'on';
      } catch (error) {
        stop();
        state.value =
          error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'missing';
      }
    },
    async switchTorch() {
      const isOn = !isTorchOn.value;
      // `torch` is not in TypeScript's list of constraints.
      await track()?.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
      isTorchOn.value = isOn;
    },
  };
}

/** Not in TypeScript's list of capabilities, and not in every browser. */
function hasTorch(track: MediaStreamTrack | undefined): boolean {
  const { torch = false } = (track?.getCapabilities?.() ?? {}) as { torch?: boolean };
  return torch;
}

const openRearCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  });

/** Looks at the picture a few times a second, and never at two at once. Returns what ends it. */
function readCodes(
  video: HTMLVideoElement,
  decode: Decode,
  onCode: (text: string) => Promise<void>,
): () => void {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;
  let last = { text: '', seenAt: performance.now() };

  const look = async (): Promise<void> => {
    if (!context || document.hidden || video.videoWidth === 0) return;
    const side = Math.floor(Math.min(video.videoWidth, video.videoHeight) * WINDOW_SHARE);
    const size = Math.min(side, WINDOW_PX);
    if (canvas.width !== size) canvas.width = canvas.height = size;
    const [left, top] = [(video.videoWidth - side) / 2, (video.videoHeight - side) / 2];
    context.drawImage(video, left, top, side, side, 0, 0, size, size);
    const text = await decode(canvas);
    if (text === null) return;
    const now = performance.now();
    const isSame = text === last.text && now - last.seenAt < SAME_CODE_MS;
    last = { text, seenAt: now };
    if (isSame) return;
    await onCode(text);
    // It was there all the while that its verdict took.
    last.seenAt = performance.now();
  };
  const again = async (): Promise<void> => {
    // A picture that can't be read is followed by another.
    await look().catch(() => undefined);
    if (isStopped) return;
    const isIdle = performance.now() - last.seenAt > IDLE_AFTER_MS;
    timer = setTimeout(() => void again(), isIdle ? IDLE_EVERY_MS : EVERY_MS);
  };
  void again();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
