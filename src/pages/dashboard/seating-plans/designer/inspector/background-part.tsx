import type { VNode } from 'preact';
import type { PlanPicture } from '../../data.ts';
import type { SeatingPlan } from '../../../../../seating-plans/plan-schema.ts';
import { PictureField } from '../../../components/picture-field/picture-field.tsx';
import { useStudio } from '../studio.ts';
import { Fold, NumberField } from './fields.tsx';

type Background = NonNullable<SeatingPlan['background']>;

// As wide as a middling hall: the fields below fit it to the drawing.
const FIRST_WIDTH = 40;

/** A picture under the drawing. */
export function BackgroundPart(): VNode {
  const { desk, texts, calls, pictures } = useStudio();
  const { background } = desk.plan.value;
  const set = (change: Partial<Background>): void => {
    if (background)
      desk.act({ ...desk.plan.value, background: { ...background, ...change } }, texts.did.changed);
  };
  const fields = [
    ['x', texts.x, 1],
    ['y', texts.y, 1],
    ['width', texts.width, 1],
    ['height', texts.height, 1],
    ['angle', texts.angle, 1],
    ['opacity', texts.opacity, 0.1],
  ] as const;
  const limits = {
    width: { min: 0.5 },
    height: { min: 0.5 },
    opacity: { min: 0, max: 1 },
    angle: { min: -360, max: 360 },
    x: {},
    y: {},
  };
  return (
    <Fold title={texts.background} isOpen={background !== undefined}>
      <p class="soft">{texts.backgroundHint}</p>
      {background ? (
        <>
          <div class="plan-grid">
            {fields.map(([name, label, step]) => (
              <NumberField
                key={name}
                label={label}
                value={background[name]}
                step={step}
                {...limits[name]}
                onChange={(value) => set({ [name]: value })}
              />
            ))}
          </div>
          <button
            type="button"
            class="plan-small"
            onClick={() => {
              const { background: _, ...plan } = desk.plan.value;
              desk.act(plan, texts.did.removed);
            }}
          >
            {texts.removePicture}
          </button>
        </>
      ) : (
        <PictureField
          label={texts.background}
          uploadTo={calls.pictureHref}
          ratios={['whole']}
          current={null}
          onDone={async (picture) => {
            // The plan's own upload route answers with an address.
            const { pictureId, url, widthPx, heightPx } = picture as unknown as PlanPicture;
            pictures.set(pictureId, url);
            desk.act(
              {
                ...desk.plan.value,
                background: {
                  pictureId,
                  x: 0,
                  y: 0,
                  width: FIRST_WIDTH,
                  height: Math.round((FIRST_WIDTH * heightPx) / widthPx),
                  angle: 0,
                  opacity: 0.5,
                },
              },
              texts.pictureAdded,
            );
          }}
        />
      )}
    </Fold>
  );
}
