import type { VNode } from 'preact';
import {
  accessibleNear,
  markChosen,
  seatsToRow,
  type Marks,
} from '../../../../../seating-plans/edit-chosen.ts';
import { freeLabels } from '../../../../../seating-plans/make-objects.ts';
import { changeSeats } from '../../../../../seating-plans/edit-chosen.ts';
import { LONGEST } from '../../../../../seating-plans/limits.ts';
import { useStudio } from '../studio.ts';
import { ChoiceField, Fold, LineField, sameOf, TickField } from './fields.tsx';

/** The marks of seats: accessible, companion, restricted view. */
export function MarksPart(): VNode {
  const { desk, texts } = useStudio();
  const plan = desk.plan.value;
  const chosen = desk.chosen.value;
  const seats = desk.chosenSeats.value;
  const [first] = seats;
  const mark = (marks: Marks): void => desk.act(markChosen(plan, chosen, marks), texts.did.marked);
  const places = first ? accessibleNear(plan, first) : [];
  return (
    <Fold title={texts.marks}>
      {first && seats.length === 1 && (
        <LineField
          label={texts.seatLabel}
          value={first.label}
          maxLength={LONGEST.seat}
          onChange={(label) =>
            desk.act(
              changeSeats(plan, chosen, (seat) => ({ ...seat, label })),
              texts.did.renamed,
            )
          }
        />
      )}
      <TickField
        label={texts.accessible}
        value={sameOf(seats, ({ isAccessible }) => isAccessible === true)}
        onChange={(isOn) => mark({ isAccessible: isOn || undefined })}
      />
      <TickField
        label={texts.restrictedView}
        value={sameOf(seats, ({ isRestrictedView }) => isRestrictedView === true)}
        onChange={(isOn) => mark({ isRestrictedView: isOn || undefined })}
      />
      {places.length > 0 ? (
        <ChoiceField
          label={texts.companion}
          value={sameOf(seats, ({ companionOf }) => companionOf ?? '')}
          empty={texts.noCompanion}
          choices={places.map(({ seat, row }) => ({
            value: seat.id,
            label: texts.placeName({ row, seat: seat.label }),
          }))}
          onChange={(companionOf) => mark({ companionOf: companionOf || undefined })}
        />
      ) : (
        <p class="soft">{texts.noAccessible}</p>
      )}
      {chosen.seats.size > 0 && (
        <>
          <p class="soft">{texts.seatsHint}</p>
          <button
            type="button"
            class="plan-small"
            onClick={() => {
              const { plan: before, making } = desk.making(texts.newNames.section);
              const [label = ''] = freeLabels(before, making.section, { count: 1, kind: 'row' });
              const id = desk.newId();
              desk.act(seatsToRow(before, chosen, { id, section: making.section, label }), texts.did.changed);
              desk.tool.value = 'select';
              desk.choose({ objects: new Set([id]), seats: new Set() });
            }}
          >
            {texts.makeRow}
          </button>
        </>
      )}
    </Fold>
  );
}
