import type { VNode } from 'preact';
import type { PlanNote } from '../../seating-plans/data.ts';
import { Message } from '../../../shared/message.tsx';
import { usePlanNotesTexts } from './texts.ts';

/** The parts of a plan that could not be imported. */
export function PlanNotes({ notes }: { notes: readonly PlanNote[] }): VNode | null {
  const texts = usePlanNotesTexts();
  if (notes.length === 0) return null;
  return (
    <Message tone="warn">
      <strong>{texts.notesTitle}</strong>
      <ul>
        {notes.map(({ note, count, names = [] }) => (
          <li key={note}>{[texts.notes[note](count), names.join(', ')].filter(Boolean).join(' ')}</li>
        ))}
      </ul>
    </Message>
  );
}
