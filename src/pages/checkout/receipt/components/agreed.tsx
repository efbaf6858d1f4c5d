import type { VNode } from 'preact';
import type { Texts } from '../texts/texts.ts';

/** The texts that the buyer agreed to, to be opened. A link to `#terms` opens the first by itself: its target is within. */
export function Agreed(props: { terms: string; refundPolicy: string; texts: Texts['agreed'] }): VNode | null {
  const { terms, refundPolicy, texts } = props;
  const papers = [
    { name: texts.terms, text: terms },
    { name: texts.refundPolicy, text: refundPolicy },
  ].filter(({ text }) => text !== '');
  if (papers.length === 0) return null;
  return (
    <section class="panel agreed">
      {papers.map(({ name, text }, index) => (
        <details key={name}>
          <summary>{name}</summary>
          <p class="paper" id={index === 0 ? 'terms' : undefined} dir="auto">
            {text}
          </p>
        </details>
      ))}
    </section>
  );
}
