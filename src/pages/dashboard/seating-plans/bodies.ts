import { Array, Boolean, Integer, Object as Body, Optional, String, Unknown, Unsafe } from 'typebox';
import type { SentEdit } from '../../../seating-plans/edits.ts';
import { LONGEST, MAX_OBJECTS, MAX_PLAN_CHARACTERS } from '../../../seating-plans/limits.ts';
import { Nullable, OneOf } from '../../../values/body-schema.ts';

const CLOSED = { additionalProperties: false };
const Version = () => Integer({ minimum: 1, maximum: 2_147_483_646 });
const Name = () => String({ minLength: 1, maxLength: LONGEST.plan, format: 'line' });
const Text = () => String({ minLength: 1, maxLength: MAX_PLAN_CHARACTERS });

/** The source of a new plan. */
export const PLAN_SOURCES = ['empty', 'template', 'file', 'plan', 'event'] as const;

/** A new plan. `id` is of a template, a plan or an event; `text` is a file: our JSON, pretix's, or a list. */
export const CreatePlanBody = Body(
  {
    name: Name(),
    from: OneOf(PLAN_SOURCES),
    id: Optional(String({ minLength: 1, maxLength: 100, format: 'word' })),
    text: Optional(Text()),
  },
  CLOSED,
);

/** More than anybody does between two saves. */
export const MAX_EDITS = 1_000;

/**
 * The edits since the draft was loaded or last saved, in order. Objects are checked one by one when they are applied: src/halls.
 * The server has the state before them.
 */
const EditBody = Unsafe<SentEdit>(
  Body(
    {
      objects: Array(
        Body(
          { id: String({ minLength: 1, maxLength: LONGEST.id, format: 'word' }), after: Unknown() },
          CLOSED,
        ),
        { maxItems: MAX_OBJECTS },
      ),
      order: Nullable(Body({ after: Unknown() }, CLOSED)),
      rest: Nullable(Body({ after: Unknown() }, CLOSED)),
    },
    CLOSED,
  ),
);
/** The key of a save: a repeated save with the same key is done once. */
export const SaveEditsBody = Body(
  {
    version: Version(),
    key: Optional(String({ format: 'uuid' })),
    edits: Array(EditBody, { minItems: 1, maxItems: MAX_EDITS }),
  },
  CLOSED,
);

export const PublishPlanBody = Body({ version: Version() }, CLOSED);
/** A version becomes the draft; null: the draft that was replaced last. */
export const RestorePlanBody = Body({ version: Version(), number: Nullable(Version()) }, CLOSED);
/** A file replaces the draft. */
export const ImportPlanBody = Body({ version: Version(), text: Text() }, CLOSED);
/** Also for the name of a copy. */
export const NamePlanBody = Body({ name: Name() }, CLOSED);
/** Out of the list, or back into it. */
export const ArchivePlanBody = Body({ isArchived: Boolean() }, CLOSED);
