import { useSignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import type { PlanDraft, SeatingPlanView } from '../data.ts';
import { useDashboard } from '../../dashboard.ts';
import { createCommands } from './commands.ts';
import { createDesk } from './desk.ts';
import { followKeys } from './follow-keys.ts';
import { FormerDraft } from './panels/former-draft.tsx';
import { Inspector } from './inspector/inspector.tsx';
import { keepSaved } from './keep-saved.ts';
import { OpenPanel } from './panels/open-panel.tsx';
import { SaveTrouble } from './panels/save-trouble.tsx';
import type { PlanCalls } from './plan-calls.ts';
import { PlanCanvas } from './plan-canvas.tsx';
import { StudioContext, type Panel, type Studio } from './studio.ts';
import { PlanTable } from './table/plan-table.tsx';
import { useSeatingPlanTexts } from './texts.ts';
import { ToolBar } from './tool-bar.tsx';
import { TopBar } from './top-bar.tsx';

export type DesignerProps = { data: SeatingPlanView; calls: PlanCalls; draft: PlanDraft };

/** The page on which a hall is drawn. */
export function Designer({ data, calls, draft }: DesignerProps): VNode {
  const { router, title, page, toasts } = useDashboard();
  const texts = useSeatingPlanTexts();
  const panel = useSignal<Panel | null>(null);
  const shown = useSignal<'canvas' | 'table'>('canvas');
  const board = useSignal<Studio['board']['value']>(null);
  const made = useMemo(() => {
    const desk = createDesk(draft.plan);
    return {
      desk,
      commands: createCommands(desk, {
        texts,
        view: () => board.value?.camera.view ?? { x: 0, y: 0 },
        tell: (text) => toasts.tell({ tone: 'bad', text }),
      }),
      saver: keepSaved(desk.plan, { calls, version: draft.version }),
      pictures: new Map(data.pictures.map(({ pictureId, url }) => [pictureId, url])),
    };
  }, []);
  const { desk, saver } = made;
  const studio: Studio = {
    ...made,
    texts,
    calls,
    data,
    board,
    panel,
    shown,
    async reload() {
      const { plan, version } = await calls.load();
      saver.restart(plan, version);
      desk.open(plan);
      // It may lie elsewhere, or be larger than the earlier view.
      board.value?.showAll();
    },
  };
  useEffect(() => {
    const stops = [saver.stop, router.guard(saver.isDirty), followKeys(studio)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  useLayoutEffect(() => {
    title.value = data.plan.name;
    document.title = `${data.plan.name} · ${page.host?.name ?? ''}`;
  }, [data.plan.name]);
  return (
    <StudioContext.Provider value={studio}>
      <div class="plan-desk">
        <TopBar title={data.plan.name} />
        <SaveTrouble />
        <FormerDraft />
        <div class="plan-main">
          <ToolBar />
          {shown.value === 'canvas' ? <PlanCanvas /> : <PlanTable />}
          <Inspector />
        </div>
        <Aloud said={desk.said} />
        <OpenPanel />
      </div>
    </StudioContext.Provider>
  );
}

/** Announces changes to screen readers. */
function Aloud({ said }: { said: Signal<string> }): VNode {
  return (
    <p class="aloud" role="status" data-said>
      {said.value}
    </p>
  );
}
