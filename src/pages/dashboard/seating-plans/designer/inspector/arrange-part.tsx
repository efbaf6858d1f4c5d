import type { VNode } from 'preact';
import { transformChosen } from '../../../../../seating-plans/edit-chosen.ts';
import type { PlanObject } from '../../../../../seating-plans/plan-schema.ts';
import { middleOf, roundPlace } from '../../../../../seating-plans/points.ts';
import { moveBy, type Edge } from '../../../../../seating-plans/transform.ts';
import { Icon } from '../../../../shared/icon.tsx';
import { chosenBox } from '../board/grips.ts';
import { useStudio } from '../studio.ts';
import { Fold, NumberField } from './fields.tsx';

const ICONS = {
  turnLeft: 'M4.500 9.500A8 8 0 1 1 4 13M4.500 4.500v5h5',
  turnRight: 'M19.500 9.500A8 8 0 1 0 20 13M19.500 4.500v5h-5',
  mirrorX: 'M12 3v18M9 7L4 17h5zM15 7l5 10h-5z',
  mirrorY: 'M3 12h18M7 9l10-5v5zM7 15l10 5v-5z',
  toFront: 'M9 4h11v11H9zM4 9v11h11',
  toBack: 'M4 9h11v11H4zM9 4h11v11',
  copy: 'M9 3h6v3H9zM15 4h4v17H5V4h4',
  duplicate: 'M9 9h11v11H9zM15 5V4H4v11h1',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.500 11v5M13.500 11v5',
} as const;

const EDGES: Record<Edge, string> = {
  left: 'M4 3v18M8 6h12v4H8zM8 14h7v4H8z',
  center: 'M12 3v3M12 10v4M12 18v3M5 6h14v4H5zM8 14h8v4H8z',
  right: 'M20 3v18M4 6h12v4H4zM9 14h7v4H9z',
  top: 'M3 4h18M6 8v12h4V8zM14 8v7h4V8z',
  middle: 'M3 12h3M10 12h4M18 12h3M6 5v14h4V5zM14 8v8h4V8z',
  bottom: 'M3 20h18M6 4v12h4V4zM14 9v7h4V9z',
};
const ACROSS_ICON = 'M4 3v18M20 3v18M9 7h6v10H9z';
const DOWN_ICON = 'M3 4h18M3 20h18M7 9v6h10V9z';

/** The position, size and angle of the selection. */
export function ArrangePart({ objects }: { objects: readonly PlanObject[] }): VNode {
  const { desk, texts, commands } = useStudio();
  const box = chosenBox(desk);
  const middle = box ? middleOf(box) : { x: 0, y: 0 };
  const put = (axis: 'x' | 'y', value: number): void => {
    const by = { x: 0, y: 0, [axis]: value - middle[axis] };
    desk.act(transformChosen(desk.plan.value, desk.chosen.value, moveBy(by)), texts.did.moved);
  };
  const copy = (): void => {
    const text = commands.copy();
    // It can be pasted into this plan even if the browser refuses.
    if (text !== null) void navigator.clipboard?.writeText(text).catch(() => null);
  };
  const actions: [keyof typeof ICONS, () => void][] = [
    ['turnLeft', () => commands.turn(-15)],
    ['turnRight', () => commands.turn(15)],
    ['mirrorX', () => commands.mirror('x')],
    ['mirrorY', () => commands.mirror('y')],
    ['toFront', () => commands.order('front')],
    ['toBack', () => commands.order('back')],
    ['copy', copy],
    ['duplicate', commands.duplicate],
    ['remove', commands.remove],
  ];
  return (
    <Fold title={texts.arrange}>
      <div class="plan-grid">
        <NumberField
          label={texts.x}
          step={0.5}
          value={roundPlace(middle.x)}
          onChange={(value) => put('x', value)}
        />
        <NumberField
          label={texts.y}
          step={0.5}
          value={roundPlace(middle.y)}
          onChange={(value) => put('y', value)}
        />
      </div>
      <div class="cluster plan-icons">
        {actions.map(([name, onPress]) => (
          <IconButton key={name} label={texts[name]} icon={ICONS[name]} onPress={onPress} />
        ))}
      </div>
      {objects.length > 1 && (
        <div class="cluster plan-icons">
          {(Object.keys(EDGES) as Edge[]).map((edge) => (
            <IconButton
              key={edge}
              label={texts.alignTo[edge]}
              icon={EDGES[edge]}
              onPress={() => commands.align(edge)}
            />
          ))}
          {objects.length > 2 && (
            <>
              <IconButton
                label={texts.distributeX}
                icon={ACROSS_ICON}
                onPress={() => commands.distribute('x')}
              />
              <IconButton
                label={texts.distributeY}
                icon={DOWN_ICON}
                onPress={() => commands.distribute('y')}
              />
            </>
          )}
        </div>
      )}
    </Fold>
  );
}

function IconButton({ label, icon, onPress }: { label: string; icon: string; onPress: () => void }): VNode {
  return (
    <button type="button" class="icon-only" aria-label={label} title={label} onClick={onPress}>
      <Icon path={icon} />
    </button>
  );
}
