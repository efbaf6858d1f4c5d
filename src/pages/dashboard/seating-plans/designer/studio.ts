import type { Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { SeatingPlanView } from '../data.ts';
import type { SeatingPlan } from '../../../../seating-plans/plan-schema.ts';
import type { RunningBoard } from './board/run-board.ts';
import type { Commands } from './commands.ts';
import type { Desk } from './desk.ts';
import type { Saver } from './keep-saved.ts';
import type { PlanCalls } from './plan-calls.ts';
import type { SeatingPlanTexts } from './texts.ts';
import type { DrawingTool } from './tools.ts';

/** The open panel over the drawing. */
export type Panel =
  | { name: 'help' | 'check' | 'publish' | 'versions' | 'import' | 'rename' }
  /** As buyers see it: the draft, or a version of it. */
  | { name: 'preview'; version?: { number: number; plan: SeatingPlan } }
  /** The panel that adds objects by numbers. */
  | { name: 'add'; tool: DrawingTool };

/** The context of every part of the designer. */
export type Studio = {
  desk: Desk;
  commands: Commands;
  texts: SeatingPlanTexts;
  saver: Saver;
  calls: PlanCalls;
  data: SeatingPlanView;
  /** Addresses of pictures to trace, by their ids. */
  pictures: Map<string, string>;
  board: Signal<RunningBoard | null>;
  panel: Signal<Panel | null>;
  shown: Signal<'canvas' | 'table'>;
  /** Loads the server's plan: after an import, or after a save by somebody else. */
  reload(): Promise<void>;
};

export const StudioContext = createContext<Studio | null>(null);

export function useStudio(): Studio {
  const studio = useContext(StudioContext);
  if (!studio) throw new Error('this is a part of the designer');
  return studio;
}
