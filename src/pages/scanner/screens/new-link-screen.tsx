import type { VNode } from 'preact';
import { pairPhone, pairState } from '../pair-phone.ts';
import type { Scanner } from '../scanner.ts';

/** A link was opened on a phone that has a door: whether to leave it. A link that fails is told, and the door stays. */
export function NewLinkScreen({ scanner }: { scanner: Scanner }): VNode {
  const { title, about, use, stay } = scanner.texts.newLink;
  const { pairing, failed, offline, full } = scanner.texts.pair;
  const { value: state } = pairState;
  const link = scanner.newLink.value;
  const door = scanner.pairing.value?.about.door.name ?? '';
  const onStay = (): void => {
    scanner.newLink.value = null;
    pairState.value = 'idle';
    scanner.stage.value = 'paired';
  };
  return (
    <main class="plain-screen">
      <div class="said">
        <h1>{title}</h1>
        <p>{about(door)}</p>
        <p role="status" class="told">
          {{ idle: '', pairing, failed, offline, full }[state]}
        </p>
      </div>
      <div class="reach">
        <button
          class="second"
          type="button"
          disabled={state === 'pairing'}
          onClick={() => link !== null && void pairPhone(scanner, link)}
        >
          {use}
        </button>
        <button class="main" type="button" disabled={state === 'pairing'} onClick={onStay}>
          {stay}
        </button>
      </div>
    </main>
  );
}
