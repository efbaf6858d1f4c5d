import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { cameraIcon } from '../../shared/icons.ts';
import { Icon } from '../../shared/icon.tsx';
import { takeResuming } from '../device/update.ts';
import type { Running } from '../running.ts';

/** The camera's picture with the window that is looked at; before that, the button that starts it. */
export function Viewfinder({
  running,
  start,
  isQuiet = false,
}: {
  running: Running;
  /** The button's text. */
  start: string;
  /** Nothing but the button, until it is pressed. */
  isQuiet?: boolean;
}): VNode {
  const { scanner, camera, sounds } = running;
  const texts = scanner.texts.camera;
  const video = useRef<HTMLVideoElement>(null);
  const state = camera.state.value;
  // The camera goes off when the page goes to another screen.
  useEffect(() => {
    if (takeResuming()) onStart();
    return () => camera.stop();
  }, [camera]);
  const onStart = (): void => {
    sounds.unlock();
    if (video.current) void camera.start(video.current);
  };
  const told = {
    off: '',
    starting: texts.starting,
    on: texts.aim,
    refused: texts.refused,
    missing: texts.missing,
  };
  return (
    <div class="viewfinder" data-camera={state} data-quiet={isQuiet}>
      <video ref={video} playsInline muted aria-label={texts.view} />
      {state === 'on' && <div class="window" aria-hidden="true" />}
      <p class="aim" role="status">
        {told[state]}
      </p>
      {state !== 'on' && state !== 'starting' && (
        <button class="main" type="button" onClick={onStart}>
          <Icon path={cameraIcon} />
          {start}
        </button>
      )}
    </div>
  );
}
