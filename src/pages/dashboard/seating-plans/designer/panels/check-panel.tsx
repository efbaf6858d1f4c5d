import type { VNode } from 'preact';
import { NOTHING } from '../../../../../seating-plans/edit-chosen.ts';
import { checkPlan, type PlanProblem } from '../../../../../seating-plans/check-plan.ts';
import { Message } from '../../../../shared/message.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { chosenBox } from '../board/grips.ts';
import { useStudio, type Studio } from '../studio.ts';

const MAX_SHOWN = 200;

/** The problems of the plan; each links to its place. */
export function CheckPanel({ onClose }: { onClose: () => void }): VNode {
  const studio = useStudio();
  const { texts, desk } = studio;
  const problems = checkPlan(desk.plan.value);
  return (
    <Dialog title={texts.checkTitle} onClose={onClose}>
      {problems.length === 0 ? (
        <Message tone="good">{texts.nothingWrong}</Message>
      ) : (
        <>
          <p class="soft">{texts.problemCount(problems.length)}</p>
          <ul class="stack gap-2xs plan-problems">
            {problems.slice(0, MAX_SHOWN).map((problem, nth) => (
              <li key={nth}>
                <button
                  type="button"
                  onClick={() => {
                    onClose();
                    goTo(studio, problem);
                  }}
                >
                  <b>{texts.problem(problem.problem)}</b>
                  <span class="soft">{placeOf(studio, problem)}</span>
                </button>
              </li>
            ))}
          </ul>
          {problems.length > MAX_SHOWN && (
            <p class="soft">{texts.moreProblems(problems.length - MAX_SHOWN)}</p>
          )}
        </>
      )}
    </Dialog>
  );
}

/** The object of a problem, or the object of its seat. */
function objectOf({ desk: { hall } }: Studio, { objectId, seatId }: PlanProblem): string | null {
  if (objectId !== null && hall.objects.has(objectId)) return objectId;
  return hall.scene.ownerOf[hall.scene.indexOfSeat.get(seatId ?? '') ?? -1] ?? null;
}

function placeOf(studio: Studio, problem: PlanProblem): string {
  const { desk, texts } = studio;
  const plan = desk.plan.value;
  const object = desk.hall.objects.get(objectOf(studio, problem) ?? '');
  if (!object)
    return [...plan.categories, ...plan.sections].find(({ id }) => id === problem.objectId)?.name ?? '';
  const name = texts.nameObject(object, plan);
  const seat = desk.hall.scene.seating.seats[desk.hall.scene.indexOfSeat.get(problem.seatId ?? '') ?? -1];
  return seat ? texts.seatOf({ name, seat: seat.n }) : name;
}

/** Selects and shows the objects with a problem. */
function goTo(studio: Studio, problem: PlanProblem): void {
  const { desk, board, texts } = studio;
  const seats = [problem.seatId, problem.otherSeatId].flatMap((id) =>
    id !== null && id !== undefined && desk.hall.scene.indexOfSeat.has(id) ? [id] : [],
  );
  const objectId = objectOf(studio, problem);
  desk.tool.value = seats.length > 0 ? 'seats' : 'select';
  desk.choose(
    seats.length > 0
      ? { objects: new Set(), seats: new Set(seats) }
      : objectId === null
        ? NOTHING
        : { objects: new Set([objectId]), seats: new Set() },
  );
  desk.said.value = texts.chosen(desk.plan.value, desk.chosen.value);
  const box = chosenBox(desk);
  if (box) board.value?.showBox(box);
}
