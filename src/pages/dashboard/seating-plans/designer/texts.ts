import { nameSeat, type SeatPlace } from '../../../../rules/seat-name.ts';
import type { PlanProblemKind } from '../../../../seating-plans/check-plan.ts';
import { seatsIn, type Chosen } from '../../../../seating-plans/edit-chosen.ts';
import { MAX_CATEGORIES, MAX_SEATS } from '../../../../seating-plans/limits.ts';
import { isSeated, type PlanObject, type SeatingPlan } from '../../../../seating-plans/plan-schema.ts';
import type { Language } from '../../../../values/language.ts';
import { textsIn as colorsIn } from '../../components/hall-map/texts/colors/texts.ts';
import { pageTexts } from '../../texts/page-texts.ts';
import { asSentence, writeNumber } from '../../texts/words-in.ts';
import type { PlanChanges } from '../data.ts';
import { textsIn, type Texts } from './texts/texts.ts';

/** The longest name of a plan is 100 characters: a copy says so behind it. */
const MAX_COPIED_NAME = 90;

function sayName(texts: Texts, object: PlanObject, { sections }: SeatingPlan): string {
  const section = (id: string): string => sections.find((one) => one.id === id)?.name ?? '';
  switch (object.type) {
    case 'row':
    case 'table': {
      const { type, label, seats } = object;
      return texts.names[type]({ label, section: section(object.section), count: seats.length });
    }
    case 'outline':
      return texts.names.outline(section(object.section));
    case 'text':
      return texts.names.text(object.text);
    case 'standing':
    case 'stage':
      return texts.names[object.type](object.label);
    default:
      return asSentence(texts.kinds[object.type]);
  }
}

/** Two rows, a table. */
const sayCounts = (texts: Texts, objects: readonly PlanObject[]): string =>
  [...Map.groupBy(objects, ({ type }) => type)]
    .map(([type, all]) => texts.counts[type](all.length))
    .join(', ');

/** The selection, in a few words. */
function sayChosen(texts: Texts, plan: SeatingPlan, chosen: Chosen): string {
  if (chosen.objects.size === 0)
    return chosen.seats.size === 0 ? texts.nothingChosen : texts.chosenSeats(chosen.seats.size);
  const objects = plan.objects.filter(({ id }) => chosen.objects.has(id));
  const [only] = objects;
  if (only && objects.length === 1) return sayName(texts, only, plan);
  const seats = seatsIn(plan, chosen).length;
  return [sayCounts(texts, objects), ...(seats > 0 ? [texts.seats(seats)] : [])].join(', ');
}

function sayAdded(texts: Texts, added: readonly PlanObject[]): string {
  const [only] = added;
  if (!only) return '';
  const objects = added.length === 1 ? texts.kinds[only.type] : texts.counts[only.type](added.length);
  const count = added.reduce((all, object) => all + (isSeated(object) ? object.seats.length : 0), 0);
  return count > 0 ? texts.addedWithSeats({ objects, count }) : texts.added(objects);
}

function sayChanges(texts: Texts, changes: PlanChanges): string[] {
  const kinds = Object.keys(texts.changes) as (keyof PlanChanges)[];
  return kinds.filter((kind) => changes[kind] > 0).map((kind) => texts.changes[kind](changes[kind]));
}

function designerTextsIn(language: Language) {
  const texts = textsIn(language);
  const { too_many_seats, ...problems } = texts.problems;
  return {
    ...texts,
    colors: colorsIn(language).names,
    number: (count: number) => writeNumber(language, count),
    seatIn: (place: SeatPlace) => nameSeat(place, language),
    nameObject: (object: PlanObject, plan: SeatingPlan) => sayName(texts, object, plan),
    chosen: (plan: SeatingPlan, chosen: Chosen) => sayChosen(texts, plan, chosen),
    added: (objects: readonly PlanObject[]) => sayAdded(texts, objects),
    drawnCount: (rows: number, seats: number) =>
      rows > 1
        ? texts.drawnRows({ rows: texts.counts.row(rows), each: seats / rows, seats: texts.seats(seats) })
        : texts.seats(seats),
    curveOf: (curve: number) => (curve === 0 ? texts.straight : texts.curveOf(curve)),
    problem: (kind: PlanProblemKind) =>
      kind === 'too_many_seats' ? too_many_seats(MAX_SEATS) : problems[kind],
    changes: (changes: PlanChanges) => sayChanges(texts, changes),
    replaceLoses: (changes: readonly string[]) =>
      changes.length > 0 ? texts.replaceLoses(changes.join(', ')) : texts.replaceLosesWork,
    pasteTooLarge: texts.pasteTooLarge({ seats: MAX_SEATS, categories: MAX_CATEGORIES }),
    copyOf: (name: string) => texts.copyOf(name.slice(0, MAX_COPIED_NAME)),
  };
}

export type SeatingPlanTexts = ReturnType<typeof designerTextsIn>;
export const useSeatingPlanTexts = pageTexts(designerTextsIn);
