import type { VNode } from 'preact';
import type { Scanner } from '../scanner.ts';

export function ElsewhereScreen({ scanner, takeOver }: { scanner: Scanner; takeOver: () => void }): VNode {
  const { title, about, take } = scanner.texts.elsewhere;
  return (
    <main class="plain-screen">
      <div class="said">
        <h1>{title}</h1>
        <p>{about}</p>
      </div>
      <div class="reach">
        <button class="main" type="button" onClick={takeOver}>
          {take}
        </button>
      </div>
    </main>
  );
}
